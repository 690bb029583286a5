// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/** Collects the references in a class file's code. */
final class ReferenceReader extends ClassVisitor {
    private final Set<Reference> references = new HashSet<>();

    ReferenceReader() {
        super(Opcodes.ASM9);
    }

    Set<Reference> references() {
        return references;
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            @Nullable String signature,
            String superName,
            String @Nullable [] interfaces) {
        references.add(Reference.toClass(superName));
        if (interfaces != null)
            for (String each : interfaces) references.add(Reference.toClass(each));
    }

    @Override
    public MethodVisitor visitMethod(
            int access,
            String name,
            String descriptor,
            @Nullable String signature,
            String @Nullable [] exceptions) {
        return new CodeReader();
    }

    private final class CodeReader extends MethodVisitor {
        CodeReader() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            references.add(Reference.toClass(type));
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            references.add(new Reference(owner, name, descriptor));
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String name, String descriptor, boolean isInterface) {
            references.add(new Reference(owner, name, descriptor));
        }

        @Override
        public void visitInvokeDynamicInsn(
                String name, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) addConstant(argument);
        }

        @Override
        public void visitLdcInsn(Object value) {
            addConstant(value);
        }

        @Override
        public void visitTryCatchBlock(
                Label start, Label end, Label handler, @Nullable String type) {
            if (type != null) references.add(Reference.toClass(type));
        }

        private void addConstant(Object constant) {
            if (constant instanceof Handle handle)
                references.add(
                        new Reference(handle.getOwner(), handle.getName(), handle.getDesc()));
            else if (constant instanceof Type type && type.getSort() == Type.OBJECT)
                references.add(Reference.toClass(type.getInternalName()));
        }
    }
}
