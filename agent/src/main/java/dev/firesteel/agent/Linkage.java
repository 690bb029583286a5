// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.pool.TypePool;

/**
 * Checks that this Cassandra has every class, method and field that Firesteel uses.
 *
 * <p>It follows Firesteel's class files from a root, so that no reference is missed. It reads
 * Cassandra's class files without loading them.
 */
final class Linkage {
    private static final String COMMIT_LOG = "org/apache/cassandra/db/commitlog/JournalCommitLog";

    private final ClassFileLocator classes;
    private final String root;
    private final TypePool pool;
    private final List<String> missing = new ArrayList<>();

    /** Checks the references of Firesteel's commit log. */
    Linkage(ClassFileLocator classes) {
        this(classes, COMMIT_LOG);
    }

    /**
     * Checks the references of a class of Firesteel, and of the classes it refers to.
     *
     * @param root the internal name of the class
     */
    Linkage(ClassFileLocator classes, String root) {
        this.classes = classes;
        this.root = root;
        this.pool = TypePool.Default.of(classes);
    }

    /** Returns messages on what is missing; empty if everything fits. */
    List<String> check() {
        try {
            checkConstruct();
            for (String ours : ourClasses()) checkOverrides(ours);
        } catch (IOException | RuntimeException e) {
            missing.add("its classes cannot be read: " + e.getMessage());
        }
        return missing;
    }

    private void checkConstruct() {
        TypePool.Resolution commitLog = pool.describe(Interception.COMMIT_LOG);
        if (!commitLog.isResolved()) missing.add(Interception.COMMIT_LOG + " is not there");
        else if (commitLog.resolve().getDeclaredMethods().stream().noneMatch(this::isConstruct))
            missing.add("CommitLog has no static construct()");
    }

    private boolean isConstruct(MethodDescription method) {
        return method.getName().equals("construct")
                && method.isStatic()
                && method.getParameters().isEmpty()
                && method.getReturnType().getTypeName().equals(Interception.COMMIT_LOG);
    }

    /** Walks Firesteel's classes, and checks the references of each. */
    private Set<String> ourClasses() throws IOException {
        Set<String> seen = new HashSet<>(Set.of(root));
        Deque<String> next = new ArrayDeque<>(seen);
        while (!next.isEmpty()) {
            String name = next.remove();
            for (Reference reference : references(name)) {
                check(name, reference);
                if (isOurs(reference.owner()) && seen.add(reference.owner()))
                    next.add(reference.owner());
            }
        }
        return seen;
    }

    private Set<Reference> references(String internalName) throws IOException {
        byte[] bytes = classes.locate(internalName.replace('/', '.')).resolve();
        ReferenceReader reader = new ReferenceReader();
        new ClassReader(bytes).accept(reader, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return reader.references();
    }

    static boolean isOurs(String internalName) {
        return internalName.startsWith("dev/firesteel/")
                || internalName.startsWith("org/apache/cassandra/db/commitlog/Journal")
                || internalName.startsWith("org/apache/cassandra/transport/Journal");
    }

    private void check(String from, Reference reference) {
        if (reference.owner().startsWith("java/") || reference.owner().startsWith("[")) return;
        TypePool.Resolution owner = pool.describe(reference.owner().replace('/', '.'));
        if (!owner.isResolved()) missing.add(reference.owner().replace('/', '.') + " is not there");
        else if (!reference.isFoundIn(owner.resolve(), isSamePackage(from, reference.owner())))
            missing.add(reference + " is not there");
    }

    private static boolean isSamePackage(String one, String other) {
        return one.substring(0, one.lastIndexOf('/'))
                .equals(other.substring(0, other.lastIndexOf('/')));
    }

    /** Checks that overridden methods can be overridden, and that none is left abstract. */
    private void checkOverrides(String internalName) {
        TypeDescription ours = pool.describe(internalName.replace('/', '.')).resolve();
        TypeDefinition parent = ours.getSuperClass();
        if (parent == null || !parent.getTypeName().startsWith("org.apache.cassandra.")) return;
        for (TypeDefinition type : parent)
            for (MethodDescription method : type.getDeclaredMethods()) checkOverride(ours, method);
    }

    private void checkOverride(TypeDescription ours, MethodDescription theirs) {
        boolean overridden =
                ours.getDeclaredMethods().stream().anyMatch(method -> isSame(method, theirs));
        if (overridden && (theirs.isFinal() || theirs.isStatic()) && !theirs.isPrivate())
            missing.add(theirs + " cannot be overridden");
        else if (!overridden && theirs.isAbstract()) missing.add(theirs + " is new to Firesteel");
    }

    static boolean isSame(MethodDescription one, MethodDescription other) {
        return !one.isConstructor()
                && one.getName().equals(other.getName())
                && one.getDescriptor().equals(other.getDescriptor());
    }
}
