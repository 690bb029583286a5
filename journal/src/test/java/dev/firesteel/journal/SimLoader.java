// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads Firesteel's classes and the simulation anew. Puts a call of {@link SimScheduler#step}
 * before every atomic operation and every access to a volatile field, outside the journal also
 * before every access to a map or queue. The scheduler can switch threads there. May replace
 * classes with mutants.
 *
 * <p>Each loader has its own static state: one simulation at a time in each, any number in
 * parallel.
 */
final class SimLoader extends ClassLoader {
    private static final String PACKAGE = "dev.firesteel.journal.";
    private static final String OURS = "dev.firesteel.";
    private static final String ROOT = "dev/firesteel/journal/";
    private static final String SCHEDULER = ROOT + "SimScheduler";
    private static final String MEMORY = ROOT + "SimMemory";

    /** Volatile fields, by internal name of the owner. */
    private static final Map<String, Set<String>> VOLATILE_FIELDS = new ConcurrentHashMap<>();

    private final Map<String, byte[]> exchanged;
    private final Map<String, Method> methods = new HashMap<>();

    /**
     * Creates a loader.
     *
     * @param exchanged classes that replace those on the class path, by binary name
     */
    SimLoader(Map<String, byte[]> exchanged) {
        super(SimLoader.class.getClassLoader());
        this.exchanged = exchanged;
    }

    /** Runs the history of a seed with this loader's classes. Throws what the history throws. */
    Map<String, Long> run(long seed) {
        return run("Simulation", seed);
    }

    /** Runs a history of another simulation. */
    Map<String, Long> run(String simulation, long seed) {
        return run(simulation, "run", seed);
    }

    /** Calls a method of the simulation that takes a number and returns counts. */
    @SuppressWarnings("unchecked") // the return type of all of them
    Map<String, Long> run(String type, String method, long argument) {
        try {
            return (Map<String, Long>) find(type, method).invoke(null, argument);
        } catch (InvocationTargetException e) {
            throw asError(e.getCause());
        } catch (IllegalAccessException e) {
            throw new LinkageError(String.valueOf(e.getMessage()), e);
        }
    }

    private Method find(String type, String method) {
        return methods.computeIfAbsent(
                type + "." + method,
                key -> {
                    try {
                        Method found =
                                loadClass(PACKAGE + type).getDeclaredMethod(method, long.class);
                        found.setAccessible(true); // in that loader it is another package
                        return found;
                    } catch (ReflectiveOperationException e) {
                        throw new LinkageError(String.valueOf(e.getMessage()), e);
                    }
                });
    }

    private static AssertionError asError(@Nullable Throwable cause) {
        return cause instanceof AssertionError error ? error : new AssertionError(cause);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) return super.loadClass(name, resolve);
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = exchanged.get(name);
        try {
            if (bytes == null) bytes = original(name.replace('.', '/'));
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
        if (!isOfTheSimulation(name)) bytes = weave(bytes);
        return defineClass(name, bytes, 0, bytes.length);
    }

    private static boolean isOfTheSimulation(String name) {
        return name.startsWith("Sim", name.lastIndexOf('.') + 1);
    }

    private static byte[] original(String internalName) throws IOException {
        try (InputStream in =
                SimLoader.class.getClassLoader().getResourceAsStream(internalName + ".class")) {
            if (in == null) throw new IOException("no class " + internalName);
            return in.readAllBytes();
        }
    }

    private static byte[] weave(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Weaver(writer), 0);
        return writer.toByteArray();
    }

    private static Set<String> volatileFields(String owner) {
        return VOLATILE_FIELDS.computeIfAbsent(owner, SimLoader::readVolatileFields);
    }

    private static Set<String> readVolatileFields(String owner) {
        if (!owner.startsWith(OURS.replace('.', '/'))) return Set.of();
        Set<String> fields = new HashSet<>();
        try {
            new ClassReader(original(owner))
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public @Nullable FieldVisitor visitField(
                                        int access,
                                        String name,
                                        String type,
                                        @Nullable String signature,
                                        @Nullable Object value) {
                                    if ((access & Opcodes.ACC_VOLATILE) != 0) fields.add(name);
                                    return null;
                                }
                            },
                            ClassReader.SKIP_CODE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return fields;
    }

    private static final class Weaver extends ClassVisitor {
        private boolean isEngine;

        private Weaver(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            isEngine = name.startsWith(ROOT);
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String type,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, type, signature, exceptions);
            if (name.equals("<init>") || name.equals("<clinit>")) return next;
            return new MethodVisitor(Opcodes.ASM9, next) {
                @Override
                public void visitFieldInsn(int code, String owner, String field, String fieldType) {
                    if (volatileFields(owner).contains(field)) step();
                    super.visitFieldInsn(code, owner, field, fieldType);
                }

                @Override
                public void visitMethodInsn(
                        int code, String owner, String method, String methodType, boolean itf) {
                    if (isAtomic(owner, method) || (!isEngine && isShared(owner))) step();
                    boolean takesMemory =
                            owner.equals(ROOT + "Superblocks")
                                    && method.equals("aligned")
                                    && methodType.startsWith("(II)");
                    boolean takesThread =
                            owner.equals("java/lang/Thread") && method.equals("currentThread");
                    String target = takesMemory ? MEMORY : takesThread ? SCHEDULER : owner;
                    super.visitMethodInsn(code, target, method, methodType, itf);
                }

                private void step() {
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, SCHEDULER, "step", "()V", false);
                }
            };
        }

        private static boolean isShared(String owner) {
            return owner.equals("java/util/Map") || owner.equals("java/util/Queue");
        }

        private static boolean isAtomic(String owner, String method) {
            return !method.equals("<init>")
                    && (owner.equals("java/lang/invoke/VarHandle")
                            || owner.startsWith("java/util/concurrent/atomic/Atomic"));
        }
    }

    /** Returns the number of scheduler calls woven into classes, by internal name. */
    static Map<String, Integer> wovenCalls(String... types) throws IOException {
        Map<String, Integer> calls = new HashMap<>();
        for (String type : types) {
            int[] count = new int[1];
            new ClassReader(weave(original(type)))
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public MethodVisitor visitMethod(
                                        int access,
                                        String name,
                                        String descriptor,
                                        @Nullable String signature,
                                        String @Nullable [] exceptions) {
                                    return new MethodVisitor(Opcodes.ASM9) {
                                        @Override
                                        public void visitMethodInsn(
                                                int code,
                                                String owner,
                                                String method,
                                                String methodType,
                                                boolean itf) {
                                            if (owner.equals(SCHEDULER)) count[0]++;
                                        }
                                    };
                                }
                            },
                            0);
            calls.put(type, count[0]);
        }
        return calls;
    }
}
