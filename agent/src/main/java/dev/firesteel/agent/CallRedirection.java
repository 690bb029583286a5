// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * Redirects calls in classes of Cassandra to static methods of the same name. Nothing else changes,
 * not even the stack depth: the receiver of an instance method becomes the first argument.
 *
 * @param target the class with the static methods
 * @param calls the methods whose calls are redirected, as {@code OWNER.NAME}, with all overloads
 * @param types the classes that are changed, each with the names of calls that it must have
 */
record CallRedirection(Class<?> target, Set<String> calls, Map<String, List<String>> types) {

    /** Returns messages on classes that cannot be read, lack a call, or have an unknown one. */
    List<String> missing(ClassFileLocator classes) {
        List<String> missing = new ArrayList<>();
        types.forEach(
                (type, required) -> {
                    try {
                        Redirector found = visited(classes.locate(type).resolve());
                        for (String call : required)
                            if (!found.redirected.contains(call))
                                missing.add(type + " does not call " + call);
                        for (String call : found.unknown) missing.add(type + " calls " + call);
                    } catch (IOException | RuntimeException e) {
                        missing.add(type + " cannot be read");
                    }
                });
        if (missing.isEmpty())
            missing.addAll(new LinkageCheck(classes, Type.getInternalName(target)).check());
        return missing;
    }

    /**
     * Returns a transformer that changes each class when it is loaded.
     *
     * @param problem receives a message on a class that cannot be changed, and is left as it is
     */
    ClassFileTransformer transformer(Consumer<String> problem) {
        return ClassChange.of(types::containsKey, (type, bytes) -> redirect(bytes), problem);
    }

    /** Returns the class with its calls redirected. */
    byte[] redirect(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Redirector(writer), 0);
        return writer.toByteArray();
    }

    private Redirector visited(byte[] bytes) {
        Redirector redirector = new Redirector(null);
        new ClassReader(bytes).accept(redirector, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return redirector;
    }

    /** Returns whether the target has the method that a call is redirected to. */
    private boolean hasMethod(String name, String descriptor) {
        return Arrays.stream(target.getMethods())
                .anyMatch(
                        method ->
                                method.getName().equals(name)
                                        && Type.getMethodDescriptor(method).equals(descriptor));
    }

    private final class Redirector extends ClassVisitor {
        private final List<String> redirected = new ArrayList<>();
        private final List<String> unknown = new ArrayList<>();

        private Redirector(@Nullable ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return new MethodVisitor(Opcodes.ASM9, next) {
                @Override
                public void visitMethodInsn(
                        int code,
                        String owner,
                        String called,
                        String arguments,
                        boolean isInterface) {
                    if (!calls.contains(owner + "." + called)) {
                        super.visitMethodInsn(code, owner, called, arguments, isInterface);
                        return;
                    }
                    redirected.add(called);
                    String redirectedTo =
                            code == Opcodes.INVOKESTATIC
                                    ? arguments
                                    : "(L" + owner + ";" + arguments.substring(1);
                    if (!hasMethod(called, redirectedTo)) unknown.add(called + arguments);
                    super.visitMethodInsn(
                            Opcodes.INVOKESTATIC,
                            Type.getInternalName(target),
                            called,
                            redirectedTo,
                            false);
                }
            };
        }
    }
}
