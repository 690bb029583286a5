// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Checks that this Cassandra has every class, method and field that Firesteel uses.
 *
 * <p>It follows Firesteel's class files from a root, so that no reference is missed. It reads
 * Cassandra's class files without loading them.
 */
final class LinkageCheck {
    private static final String COMMIT_LOG = "org/apache/cassandra/db/commitlog/JournalCommitLog";

    private static final String CONSTRUCT =
            ClassMembers.key("construct", "()L" + CommitLogInstrumentation.INTERNAL_NAME + ";");

    private final ClassFileLocator classes;
    private final String root;
    private final Map<String, Optional<ClassMembers>> read = new HashMap<>();
    private final List<String> missing = new ArrayList<>();

    /** Checks the references of Firesteel's commit log. */
    LinkageCheck(ClassFileLocator classes) {
        this(classes, COMMIT_LOG);
    }

    /**
     * Checks the references of a class of Firesteel, and of the classes it refers to.
     *
     * @param root the internal name of the class
     */
    LinkageCheck(ClassFileLocator classes, String root) {
        this.classes = classes;
        this.root = root;
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

    private void checkConstruct() throws IOException {
        ClassMembers commitLog = find(CommitLogInstrumentation.INTERNAL_NAME);
        if (commitLog == null) missing.add(CommitLogInstrumentation.COMMIT_LOG + " is not there");
        else if (!is(commitLog.modifiers().getOrDefault(CONSTRUCT, 0), Opcodes.ACC_STATIC))
            missing.add("CommitLog has no static construct()");
    }

    /** Returns the members of a class, or null if there is no such class. */
    private @Nullable ClassMembers find(String internalName) throws IOException {
        Optional<ClassMembers> known = read.get(internalName);
        if (known == null) {
            ClassFileLocator.Resolution found = classes.locate(internalName.replace('/', '.'));
            known =
                    found.isResolved()
                            ? Optional.of(ClassMembers.of(internalName, found.resolve()))
                            : Optional.empty();
            read.put(internalName, known);
        }
        return known.orElse(null);
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

    private void check(String from, Reference reference) throws IOException {
        String owner = reference.owner();
        if (owner.startsWith("java/") || owner.startsWith("[")) return;
        ClassMembers type = find(owner);
        if (type == null) missing.add(owner.replace('/', '.') + " is not there");
        else if (!reference.name().isEmpty() && !has(type, reference, isSamePackage(from, owner)))
            missing.add(reference + " is not there");
    }

    /** Returns whether a type has a member, declared or inherited, that the code may use. */
    private boolean has(ClassMembers type, Reference reference, boolean samePackage)
            throws IOException {
        Integer modifiers =
                type.modifiers().get(ClassMembers.key(reference.name(), reference.descriptor()));
        boolean near = samePackage || isOurs(reference.owner());
        if (modifiers != null && isUsable(type, modifiers, near)) return true;
        if (type.parent() != null && hasIn(type.parent(), reference, samePackage)) return true;
        for (String each : type.interfaces()) if (hasIn(each, reference, samePackage)) return true;
        return false;
    }

    private boolean hasIn(String internalName, Reference reference, boolean samePackage)
            throws IOException {
        ClassMembers type = find(internalName);
        return type != null && has(type, reference, samePackage);
    }

    private static boolean isUsable(ClassMembers type, int modifiers, boolean near) {
        return isOurs(type.name())
                || is(modifiers, Opcodes.ACC_PUBLIC)
                || (near && !is(modifiers, Opcodes.ACC_PRIVATE));
    }

    private static boolean is(int modifiers, int modifier) {
        return (modifiers & modifier) != 0;
    }

    private static boolean isSamePackage(String one, String other) {
        return one.substring(0, one.lastIndexOf('/'))
                .equals(other.substring(0, other.lastIndexOf('/')));
    }

    /** Checks that overridden methods can be overridden, and that none is left abstract. */
    private void checkOverrides(String internalName) throws IOException {
        ClassMembers ours = find(internalName);
        if (ours == null) return;
        String parent = ours.parent();
        while (parent != null && parent.startsWith("org/apache/cassandra/")) {
            ClassMembers type = find(parent);
            if (type == null) return;
            type.modifiers()
                    .forEach((member, modifiers) -> checkOverride(ours, type, member, modifiers));
            parent = type.parent();
        }
    }

    private void checkOverride(ClassMembers ours, ClassMembers type, String member, int modifiers) {
        if (!member.contains("(") || member.startsWith("<")) return;
        boolean overridden = ours.modifiers().containsKey(member);
        String method =
                type.name().replace('/', '.')
                        + "."
                        + member.substring(0, member.indexOf(')') + 1).replace(" ", "");
        if (overridden
                && is(modifiers, Opcodes.ACC_FINAL | Opcodes.ACC_STATIC)
                && !is(modifiers, Opcodes.ACC_PRIVATE))
            missing.add(method + " cannot be overridden");
        else if (!overridden && is(modifiers, Opcodes.ACC_ABSTRACT))
            missing.add(method + " is new to Firesteel");
    }
}
