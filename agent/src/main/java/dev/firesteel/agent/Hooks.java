// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.ClassFileTransformer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;

/**
 * A set of Cassandra's methods, and the advice classes inlined into them.
 *
 * @param classes locates the class files of Cassandra and Firesteel
 */
record Hooks(ClassFileLocator classes, List<Hook> hooks) {
    /** A method and its advice; exactly one method of the class must match. */
    record Hook(String type, ElementMatcher.Junction<MethodDescription> method, Class<?> advice) {}

    /** Returns messages on the methods that do not match exactly once. */
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

    /** Returns whether a class has a field of the given name and type. */
    boolean hasField(String type, String name, Class<?> fieldType) {
        return !TypePool.Default.of(classes)
                .describe(type)
                .resolve()
                .getDeclaredFields()
                .filter(named(name))
                .filter(field -> field.getType().represents(fieldType))
                .isEmpty();
    }

    /**
     * Returns a transformer that changes each class when it is loaded.
     *
     * @param problem receives a message on a class that cannot be changed, and is left as it is
     */
    ClassFileTransformer transformer(Consumer<String> problem) {
        return ClassChange.of(this::areIn, this::weave, problem);
    }

    /** Returns whether a class has a method with an advice. */
    boolean areIn(String type) {
        return hooks.stream().anyMatch(hook -> hook.type.equals(type));
    }

    /** Returns the class with the advices inlined. */
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
