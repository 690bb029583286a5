// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Changes classes when they are loaded. */
final class ClassChange {
    /** Changes a class. */
    interface Change {
        /** Returns the changed bytes of a class. */
        byte[] apply(String type, byte[] bytes);
    }

    private ClassChange() {}

    /**
     * Returns a transformer.
     *
     * @param isChanged tells by their names which classes are changed
     * @param problem receives a message on a class that cannot be changed, and is left as it is
     */
    static ClassFileTransformer of(
            Predicate<String> isChanged, Change change, Consumer<String> problem) {
        return new ClassFileTransformer() {
            @Override
            public byte @Nullable [] transform(
                    @Nullable ClassLoader loader,
                    @Nullable String name,
                    @Nullable Class<?> redefined,
                    @Nullable ProtectionDomain domain,
                    byte[] bytes) {
                if (name == null) return null;
                String type = name.replace('/', '.');
                if (!isChanged.test(type)) return null;
                try {
                    return change.apply(type, bytes);
                } catch (RuntimeException | LinkageError e) {
                    problem.accept(type + " cannot be changed: " + e);
                    return null;
                }
            }
        };
    }
}
