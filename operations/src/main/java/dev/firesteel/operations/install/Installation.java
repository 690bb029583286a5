// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.ShellWord;
import dev.firesteel.operations.home.PathRights;
import dev.firesteel.operations.install.InstallationStatus.Presence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Firesteel in an installed Cassandra: the agent's jar, a line in {@code jvm-server.options} that
 * loads it, {@code firesteel.yaml} beside {@code cassandra.yaml}, and a journal.
 */
public final class Installation {
    private static final Path PROCESSES = Path.of("/proc");

    /** Notes on the consequences of an installation. */
    private static final List<String> CONSEQUENCES =
            List.of(
                    "it takes effect at the node's next start, which needs Java 17",
                    "clients need no change; commitlog_sync has no effect, because each write waits"
                            + " for flash",
                    "in a cluster, change one node, and watch it, before the next");

    private final Layout layout;
    private final NodeSearch search;
    private final CassandraSettings cassandra;
    private final AgentFiles marks;
    private final JvmOptions options;

    private Installation(Layout layout, NodeSearch search) throws IOException {
        this.layout = layout;
        this.search = search;
        cassandra = CassandraSettings.of(layout);
        marks = AgentFiles.in(cassandra.commitLogDirectory());
        options = new JvmOptions(layout);
    }

    /**
     * Reads the state of a Cassandra. Changes nothing.
     *
     * @param home the directory of a tarball, or /usr/share/cassandra
     * @param conf the directory of its configuration, or null to search for it
     * @throws InstallException if the home is not a Cassandra's, or its configuration cannot be
     *     parsed
     */
    public static Installation at(Path home, @Nullable Path conf) throws IOException {
        return at(home, conf, PROCESSES);
    }

    static Installation at(Path home, @Nullable Path conf, Path processes) throws IOException {
        return new Installation(Layout.at(home, conf), new NodeSearch(processes));
    }

    /** Returns the directory of the configuration that was read. */
    public Path conf() {
        return layout.conf();
    }

    /**
     * Plans the installation. Changes nothing.
     *
     * @param agent the jar to install
     * @param journal the path of the existing or new journal
     * @param journalBytes the size of a new journal file
     * @throws InstallException if the installation is not possible
     */
    public Plan plan(Path agent, Path journal, long journalBytes) throws IOException {
        return plan(agent, journal, journalBytes, false);
    }

    /**
     * Plans the installation. Changes nothing.
     *
     * @param agent the jar to install
     * @param journal the path of the existing or new journal
     * @param journalBytes the size of a new journal file
     * @param inMemory whether the journal may be on storage in memory
     * @throws InstallException if the installation is not possible
     */
    public Plan plan(Path agent, Path journal, long journalBytes, boolean inMemory)
            throws IOException {
        Path wanted = journal.toAbsolutePath().normalize();
        Optional<String> other = otherConfig(runningNode(wanted));
        if (other.isPresent()) throw new InstallException(other.get());
        List<Plan.Step> steps =
                new ConfigurationInsert(layout, cassandra, marks, options)
                        .steps(agent, wanted, journalBytes, inMemory);
        if (!steps.isEmpty()) requireWritable();
        List<String> notes = new ArrayList<>();
        notes.addAll(CONSEQUENCES);
        notes.add(
                "the way back: drain the node, then 'firesteel uninstall %s'"
                        .formatted(ShellWord.of(layout.home())));
        options.noteOnIgnoredErrors().ifPresent(notes::add);
        if (!steps.isEmpty()) options.noteOnNames().ifPresent(notes::add);
        notes.addAll(cassandra.notes());
        return new Plan(steps, notes, () -> node(wanted));
    }

    /**
     * Plans the removal, which restores the home. Changes nothing.
     *
     * @throws InstallException if the node is running, or there are writes that only Firesteel can
     *     replay
     */
    public Plan removal() throws IOException {
        Path journal = journal(layout.firesteelYaml());
        requireDown(journal);
        List<String> notes = new ArrayList<>();
        List<Plan.Step> steps = new Removal(layout, marks, options, journal).steps(notes);
        if (!steps.isEmpty()) requireWritable();
        if (!steps.isEmpty()) options.noteOnNames().ifPresent(notes::add);
        if (!steps.isEmpty() && cassandra.isEncrypted())
            notes.add(
                    "disable transparent_data_encryption_options before the next start: Cassandra's own commit log may not start with it (AssertionError in createSegmentBuilder)");
        notes.addAll(notes(OptionalLong.empty()));
        return new Plan(steps, notes, () -> node(journal));
    }

    /** Refuses a running node with the agent: its journal cannot be checked. */
    private void requireDown(@Nullable Path journal) throws IOException {
        OptionalLong node = runningNode(journal);
        if (node.isPresent() && !options.named().isEmpty())
            throw new InstallException(
                    "the node runs, as process %d: drain it (nodetool drain) and stop it first"
                            .formatted(node.getAsLong()));
    }

    private void requireWritable() throws IOException {
        for (Path each :
                List.of(layout.lib(), layout.conf(), parent(layout.options().toRealPath())))
            if (!PathRights.call(each.resolve(FiresteelYaml.NAME), () -> Files.isWritable(each)))
                throw new InstallException(
                        "cannot write to %s: %s"
                                .formatted(
                                        each,
                                        Files.getFileStore(each).isReadOnly()
                                                ? "it is on a read-only file system"
                                                : "run this as its owner, or as root"));
    }

    private static Path parent(Path file) {
        return Objects.requireNonNull(file.getParent()); // not null for a file
    }

    /** Returns the status. Changes nothing, and blocks no other process. */
    public InstallationStatus status() throws IOException {
        List<JvmOptions.Named> named = options.named();
        Path jar = named.isEmpty() ? layout.agent() : Path.of(named.get(0).mention().jar());
        boolean hasJar = Files.isRegularFile(jar);
        Path yaml = yaml(named);
        List<String> missing = new ArrayList<>();
        if (named.isEmpty()) missing.add("the agent's line in " + layout.options());
        if (!hasJar) missing.add(jar.toString());
        Optional<String> damage = hasJar ? CassandraJar.damage(jar) : Optional.empty();
        damage.ifPresent(
                why -> missing.add("a whole %s, which is damaged: %s".formatted(jar, why)));
        if (!Files.exists(yaml)) missing.add(yaml.toString());
        boolean hasAny = !named.isEmpty() || hasJar;
        Path journal = journal(yaml);
        OptionalLong node = runningNode(journal);
        JournalInspection look = journal == null ? null : look(journal, node, yaml);
        return new InstallationStatus(
                layout.home(),
                layout.conf(),
                layout.cassandra().version(),
                missing.isEmpty() ? Presence.COMPLETE : hasAny ? Presence.PARTIAL : Presence.NONE,
                hasAny ? missing : List.of(),
                hasJar ? jar : null,
                hasJar && damage.isEmpty() ? CassandraJar.implementationVersion(jar) : null,
                journal,
                look == null ? null : look.state(),
                look == null ? "there is none" : look.why(),
                marks.unarchived(),
                node,
                node.isPresent() ? OptionalLong.empty() : search.hidden(),
                notes(node));
    }

    /** Returns the journal that firesteel.yaml names, else the last one; null if there is none. */
    private @Nullable Path journal(Path yaml) throws IOException {
        return Files.exists(yaml) ? FiresteelYaml.journal(yaml) : marks.journal();
    }

    private List<String> notes(OptionalLong node) throws IOException {
        List<String> notes = new ArrayList<>(cassandra.notes());
        options.elsewhere().ifPresent(notes::add);
        options.noteOnIgnoredErrors().ifPresent(notes::add);
        otherConfig(node).ifPresent(notes::add);
        return notes;
    }

    /** Describes another cassandra.yaml that a running node reads; empty if there is none. */
    private Optional<String> otherConfig(OptionalLong node) {
        if (node.isEmpty()) return Optional.empty();
        return search.otherConfig(node.getAsLong(), layout)
                .map(
                        url ->
                                ("the node, process %d, reads %s (-Dcassandra.config), which is"
                                                + " not the file read here, %s: give --conf with"
                                                + " the directory of that cassandra.yaml")
                                        .formatted(node.getAsLong(), url, layout.yaml()));
    }

    private JournalInspection look(Path journal, OptionalLong node, Path yaml) throws IOException {
        JournalInspection look = look(journal, node);
        Optional<String> memory = new JournalPlace(journal).storageInMemory();
        if (memory.isEmpty() || look.state() == JournalState.MISSING) return look;
        String where = "in memory (%s), and lost with the power".formatted(memory.get());
        if (Files.exists(yaml) && FiresteelYaml.allowsMemory(yaml))
            return new JournalInspection(look.state(), look.why() + "; " + where);
        return new JournalInspection(
                JournalState.VOLATILE,
                "%s: a start is refused without %s in %s"
                        .formatted(where, FiresteelYaml.ALLOWING_MEMORY, yaml));
    }

    private JournalInspection look(Path journal, OptionalLong node) throws IOException {
        JournalInspection look = JournalInspection.at(journal);
        boolean isSound = look.state() == JournalState.CLEAN || look.state() == JournalState.DIRTY;
        boolean isInUse =
                (node.isPresent() && marks.hasUnreplayed())
                        || (look.state() == JournalState.DIRTY
                                && search.holder(journal).isPresent());
        if (isSound && isInUse)
            return new JournalInspection(JournalState.OPEN, "in use by the node");
        Path data = cassandra.existingDataDirectory();
        if (isSound && !PathRights.isOpenTo(journal, data))
            return new JournalInspection(
                    JournalState.CLOSED,
                    "%s may not read and write it; %s"
                            .formatted(Files.getOwner(data).getName(), look.why()));
        if (look.state() == JournalState.CLEAN && marks.hasUnreplayed())
            return new JournalInspection(JournalState.DIRTY, marks.poison() + " exists");
        return look;
    }

    private Path yaml(List<JvmOptions.Named> named) {
        String told = named.isEmpty() ? null : named.get(0).mention().argument();
        return told == null || told.isEmpty() ? layout.firesteelYaml() : Path.of(told);
    }

    private OptionalLong runningNode(@Nullable Path journal) throws IOException {
        Path directory = marks.directory();
        OptionalLong node =
                search.find(layout, Files.exists(directory) ? directory.toRealPath() : directory);
        return node.isPresent() || journal == null ? node : search.holder(journal);
    }

    /** Returns the node's process, or {@link Plan#IN_USE}. */
    private OptionalLong node(@Nullable Path journal) throws IOException {
        OptionalLong node = runningNode(journal);
        if (node.isPresent() || journal == null || !Files.exists(journal)) return node;
        return JournalInspection.isOpen(journal)
                ? OptionalLong.of(Plan.IN_USE)
                : OptionalLong.empty();
    }
}
