// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** The methods and fields that a class file declares, and its supertypes. */
final class ClassMembers {
    private final String name;
    private @Nullable String parent;
    private List<String> interfaces = List.of();

    /** Modifiers by {@link #key}. */
    private final Map<String, Integer> modifiers = new HashMap<>();

    private ClassMembers(String name) {
        this.name = name;
    }

    /** Reads a class file. */
    static ClassMembers of(String internalName, byte[] classFile) {
        ClassMembers members = new ClassMembers(internalName);
        new ClassReader(classFile)
                .accept(
                        members.new Visitor(),
                        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return members;
    }

    /** The internal name of the class. */
    String name() {
        return name;
    }

    /** The internal name of the superclass, or null. */
    @Nullable String parent() {
        return parent;
    }

    /** The internal names of the interfaces. */
    List<String> interfaces() {
        return interfaces;
    }

    /** Returns the modifiers of each declared member, by {@link #key}. */
    Map<String, Integer> modifiers() {
        return modifiers;
    }

    /** Returns a key of a method or field. */
    static String key(String name, String descriptor) {
        return name + ' ' + descriptor;
    }

    private final class Visitor extends ClassVisitor {
        Visitor() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] superInterfaces) {
            parent = superName;
            if (superInterfaces != null) interfaces = List.of(superInterfaces);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            modifiers.put(key(name, descriptor), access);
            return null;
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                @Nullable Object value) {
            modifiers.put(key(name, descriptor), access);
            return null;
        }
    }
}
