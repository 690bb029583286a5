// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.agent.lifetime.FileCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * Redirects a class's calls that open, rename or delete files in the JDK, or create empty files in
 * Guava, to {@link FileCalls}. Nothing else changes, not even the stack depth: the receiver of an
 * instance method becomes the first argument.
 */
final class FileRedirection extends ClassVisitor {
    private static final String OURS = Type.getInternalName(FileCalls.class);

    private static final Set<String> CALLS =
            Set.of(
                    "java/nio/channels/FileChannel.open",
                    "com/google/common/io/Files.touch",
                    "java/nio/file/Files.newOutputStream",
                    "java/nio/file/Files.move",
                    "java/nio/file/Files.delete",
                    "java/nio/file/spi/FileSystemProvider.newFileChannel");

    private final List<String> redirected = new ArrayList<>();

    private FileRedirection(@Nullable ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** Returns the class with its calls redirected. */
    static byte[] redirect(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new FileRedirection(writer), 0);
        return writer.toByteArray();
    }

    /** Returns the names of the methods whose calls in a class would be redirected. */
    static List<String> calls(byte[] bytes) {
        FileRedirection redirection = new FileRedirection(null);
        new ClassReader(bytes)
                .accept(redirection, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return redirection.redirected;
    }

    @Override
    public MethodVisitor visitMethod(
            int access,
            String name,
            String descriptor,
            @Nullable String signature,
            String @Nullable [] exceptions) {
        return new Calls(super.visitMethod(access, name, descriptor, signature, exceptions));
    }

    private final class Calls extends MethodVisitor {
        private Calls(@Nullable MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(
                int code, String owner, String name, String descriptor, boolean isInterface) {
            if (!CALLS.contains(owner + "." + name)) {
                super.visitMethodInsn(code, owner, name, descriptor, isInterface);
                return;
            }
            redirected.add(name);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    OURS,
                    name,
                    code == Opcodes.INVOKESTATIC
                            ? descriptor
                            : "(L" + owner + ";" + descriptor.substring(1),
                    false);
        }
    }
}
