// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;

/**
 * Methods of Cassandra into which our code is inlined.
 *
 * @param classes Cassandra's class files, and ours
 */
record Hooks(ClassFileLocator classes, List<Hook> hooks) {
    /** A method, of which its class must have exactly one, and the advice for it. */
    record Hook(String type, ElementMatcher.Junction<MethodDescription> method, Class<?> advice) {}

    /** Which methods are not there as we know them, for people. */
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        TypePool pool = TypePool.Default.of(classes);
        for (Hook hook : hooks) {
            TypePool.Resolution type = pool.describe(hook.type);
            int found =
                    type.isResolved()
                            ? type.resolve().getDeclaredMethods().filter(hook.method).size()
                            : 0;
            if (found != 1) missing.add(hook.type + " has " + found + " methods " + hook.method);
        }
        return missing;
    }

    /** Whether there is anything to do in a class. */
    boolean areIn(String type) {
        return hooks.stream().anyMatch(hook -> hook.type.equals(type));
    }

    /** The class with the advices inlined. */
    byte[] weave(String type, byte[] bytes) {
        ClassFileLocator locator =
                new ClassFileLocator.Compound(ClassFileLocator.Simple.of(type, bytes), classes);
        TypePool pool = TypePool.Default.of(locator);
        TypeDescription target = pool.describe(type).resolve();
        DynamicType.Builder<?> builder = new ByteBuddy().decorate(target, locator);
        for (Hook hook : hooks)
            if (hook.type.equals(type))
                builder =
                        builder.visit(
                                Advice.to(pool.describe(hook.advice.getName()).resolve(), locator)
                                        .on(hook.method));
        return builder.make().getBytes();
    }
}
