// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.LocalJournal;
import dev.firesteel.cli.common.ProfileOption;
import dev.firesteel.cli.common.Similar;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.cli.common.StorageOptions;
import dev.firesteel.cli.drive.DriveBay;
import dev.firesteel.cli.drive.LiveText;
import dev.firesteel.cli.drive.SimulatedDrive;
import dev.firesteel.journal.ShellWord;
import dev.firesteel.lab.drive.Placing;
import dev.firesteel.node.CassandraCluster;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.operations.home.CassandraYaml;
import dev.firesteel.operations.home.SettingsException;
import dev.firesteel.operations.install.FiresteelYaml;
import dev.firesteel.operations.install.JournalLayout;
import dev.firesteel.operations.install.ObservedJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code firesteel run}: runs nodes on loopback addresses until Ctrl-C. */
@Command(
        name = "run",
        description =
                "Starts a Cassandra node whose commit log is a journal, and drains and stops it on"
                        + " Ctrl-C. Makes the data directory and the journal if they do not"
                        + " exist.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel run                        a node on 127.0.0.1:9042, everything in ./data",
            "  firesteel run --journal /dev/nvme1n1  its journal on a raw device that was formatted",
            "  firesteel run --nodes 3              a cluster on 127.0.0.1, 127.0.0.2 and 127.0.0.3",
            "  firesteel run --stock                the same without Firesteel, to compare"
        })
public final class RunVerb implements Callable<Integer>, StartsNodes {
    private static final String JOURNAL_PATH = "journal_path";
    private static final String IN_MEMORY = "journal_in_memory";
    private static final String LIFETIMES = "lifetimes";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "Directory for the files of the nodes (default: ${DEFAULT-VALUE}).")
    Path data = Path.of("data");

    @Option(
            names = "--journal",
            paramLabel = "FILE|DEVICE",
            description =
                    "The journal (default: DIR/node1/journal). For one node only: the nodes of a"
                            + " cluster have their journals in their own directories.")
    @Nullable Path journal;

    @Option(
            names = "--journal-size",
            paramLabel = "SIZE",
            defaultValue = "4GiB",
            converter = Size.Converter.class,
            description =
                    "Size of a new journal file, rounded down to whole segments (default:"
                            + " ${DEFAULT-VALUE}).")
    Size journalSize = new Size(0);

    @Option(
            names = "--drive",
            paramLabel = "MODEL",
            converter = SimulatedDrive.Converter.class,
            description =
                    "A simulated drive for all files of each node: disk7k or disk10k, or with a"
                            + " dilation slc, mlc, tlc or qlc, as in tlc,size=8GiB,dilation=10;"
                            + " with streams=linux4 or seed9 it separates lifetimes. Needs root.")
    @Nullable SimulatedDrive drive;

    @Mixin StorageOptions storage = new StorageOptions();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of nodes (default: ${DEFAULT-VALUE}).")
    int nodes = 1;

    @Option(names = "--stock", description = "Start stock Cassandra, without the agent.")
    boolean isStock;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.Converter.class,
            description = "The heap of each node (default: ${DEFAULT-VALUE}).")
    Size heap = new Size(0);

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Loopback address of the first node (default: ${DEFAULT-VALUE}).")
    String address = "";

    @Option(
            names = "--cassandra",
            paramLabel = "VERSION",
            description = "The release of Cassandra (default: the newest).")
    @Nullable String release;

    @Mixin ProfileOption profile = new ProfileOption();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A key of cassandra.yaml, such as commitlog_sync=batch. Repeatable.")
    Map<String, String> yaml = new LinkedHashMap<>();

    @Option(
            names = "--firesteel",
            paramLabel = "KEY=VALUE",
            description = "A key of firesteel.yaml, such as prometheus_port=9500. Repeatable.")
    Map<String, String> firesteel = new LinkedHashMap<>();

    @Spec @Nullable CommandSpec spec;

    @Override
    public List<Path> directories() {
        return List.of(data);
    }

    @Override
    public Integer call() throws IOException {
        if (journal != null && nodes > 1)
            throw wrong("--journal is for one node: leave it out with --nodes " + nodes);
        if (journal != null && isStock) throw wrong("--stock has no journal: leave --journal out");
        if (!firesteel.isEmpty() && isStock)
            throw wrong("--stock reads no firesteel.yaml: leave --firesteel out");
        if (firesteel.containsKey(JOURNAL_PATH))
            throw wrong("--firesteel " + JOURNAL_PATH + ": give --journal instead");
        if (firesteel.containsKey(IN_MEMORY))
            throw wrong("--firesteel " + IN_MEMORY + ": give --journal-in-memory instead");
        if (drive != null && drive.placing() == Placing.SEED9)
            if (isStock || firesteel.containsKey(LIFETIMES))
                throw wrong(
                        "--drive with streams=seed9 needs the lifetimes of the preset seed: leave "
                                + (isStock ? "--stock" : "--firesteel lifetimes")
                                + " out");
        if (drive != null && journal != null)
            throw wrong("--drive has the journal, too: leave --journal out");
        if (storage.isInMemory() && isStock)
            throw wrong("--stock has no journal: leave --journal-in-memory out");
        Console console = Console.of(spec);
        for (String each : NodeSettings.DROPPED_VARIABLES)
            if (System.getenv(each) != null)
                console.note("firesteel: nodes do not get " + each + ", only this program does");
        CassandraCluster cluster = cluster();
        if (journal != null) LocalJournal.requireFolder(journal);
        requireKeys("--set", yaml, cluster.settings().get(0).release().configurationKeys());
        requireKeys("--firesteel", firesteel, FiresteelYaml.KEYS);
        for (String key : firesteel.keySet())
            if (!FiresteelYaml.KEYS.contains(key))
                throw wrong(
                        "--firesteel: there is no key '%s': the keys are %s"
                                .formatted(key, String.join(", ", FiresteelYaml.KEYS)));
        if (drive == null) {
            DriveBay.requireNone(data, names(cluster));
            return run(cluster, console, () -> {}, () -> {});
        }
        for (NodeSettings node : cluster.settings()) node.requireStartable();
        DriveBay bay =
                DriveBay.open(
                        data,
                        names(cluster),
                        drive,
                        console,
                        cluster::close,
                        report -> LiveText.lines(report).forEach(console::say));
        try {
            return run(cluster, console, () -> start(bay, console), bay::close);
        } catch (IOException | RuntimeException e) {
            bay.close();
            throw e;
        }
    }

    /** Starts the clocks of the drives, which have the new journals by then. */
    private static void start(DriveBay bay, Console console) throws IOException {
        bay.start();
        console.note("Drive of each node: " + bay.describe());
        bay.handOver();
    }

    /** Takes the last step before the nodes are started. */
    private interface Starting {
        void run() throws IOException;
    }

    /** Returns the names of the directories of the nodes. */
    private static List<String> names(CassandraCluster cluster) {
        return cluster.settings().stream()
                .map(node -> String.valueOf(node.directory().root().getFileName()))
                .toList();
    }

    /**
     * Runs the nodes.
     *
     * @param starting is run before the first is started
     * @param ended is run once they have ended, or could not be drained
     */
    private int run(CassandraCluster cluster, Console console, Starting starting, Runnable ended)
            throws IOException {
        if (!isStock) requireRoom(cluster);
        for (NodeSettings node : cluster.settings()) node.requireStartable();
        if (Files.isDirectory(data.resolve("node" + (nodes + 1))))
            console.note(
                    "firesteel: %s holds more nodes than %d: --nodes starts them, too"
                            .formatted(data, nodes));
        for (NodeSettings node : cluster.settings()) requireNoneLeftBehind(node);
        if (!isStock) makeJournals(cluster, console);
        starting.run();
        return new LocalNodes(cluster, !isStock, console, ended).run(() -> tell(cluster, console));
    }

    /** Refuses mistyped keys before a journal is made. Older names of keys are left to the node. */
    private void requireKeys(String option, Map<String, String> given, Set<String> known) {
        for (String key : given.keySet()) {
            String top = key.replaceFirst("\\..*", "");
            Optional<String> meant = Similar.to(top, known);
            if (!known.contains(top) && meant.isPresent())
                throw wrong(
                        "%s: there is no key '%s': did you mean '%s'?"
                                .formatted(option, top, meant.get()));
        }
    }

    /**
     * Refuses to start a node without a journal that may hold its writes. The agent and stock
     * Cassandra find that journal by files in the commit log directory, which may be gone.
     */
    private void requireNoneLeftBehind(NodeSettings node) throws IOException {
        Optional<ObservedJournal> needed = ObservedJournal.neededBy(node.directory().commitLog());
        if (isStock && needed.isPresent())
            throw new IOException(
                    "the journal %s may hold writes that are in no SSTable: run without --stock, end with Ctrl-C, and then run with --stock"
                            .formatted(needed.get().path()));
        Path chosen = isStock ? null : journal(node).path();
        for (ObservedJournal each : RunDirectory.holdingWrites(node.directory()))
            if (chosen == null || !isSame(chosen, each.path()))
                throw new IOException(
                        "the journal %1$s may hold writes of this node that are in no SSTable, and this run would use %2$s: run with --journal %3$s, end with Ctrl-C, and then change that. If those writes were exported, or are to be given up, delete or move %1$s first"
                                .formatted(
                                        each.path(),
                                        chosen == null ? "none" : chosen,
                                        ShellWord.of(each.path())));
    }

    private static boolean isSame(Path one, Path other) throws IOException {
        return one.equals(other)
                || (Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other));
    }

    private void makeJournals(CassandraCluster cluster, Console console) throws IOException {
        for (NodeSettings node : cluster.settings())
            journal(node).requireDurable(storage.isInMemory());
        if (command().getParseResult().hasMatchedOption("--journal-size"))
            for (NodeSettings node : cluster.settings())
                LocalJournal.noteOnSize(journal(node).path(), journalSize).ifPresent(console::note);
        for (NodeSettings node : cluster.settings())
            journal(node).makeIfNew(node.directory(), journalSize, maxMutationBytes(node), console);
    }

    /** Refuses a cluster whose journals do not fit together, before the first is made. */
    private void requireRoom(CassandraCluster cluster) throws IOException {
        long made = 0;
        for (NodeSettings node : cluster.settings())
            if (journal(node).isToBeMade(node.directory())) made++;
        NodeSettings first = cluster.settings().get(0);
        if (made > 1)
            journal(first)
                    .requireRoom(
                            made,
                            journalSize,
                            LocalJournal.OPTION,
                            JournalLayout.leastBytes(maxMutationBytes(first)));
    }

    private long maxMutationBytes(NodeSettings node) {
        try {
            return CassandraYaml.parse("cassandra.yaml", node.cassandraYaml()).maxMutationBytes();
        } catch (SettingsException e) {
            throw wrong("--set: " + e.getMessage());
        }
    }

    private void tell(CassandraCluster cluster, Console console) throws IOException {
        console.say("Connect   cqlsh " + address);
        if (isStock) console.say("Journal   none (--stock): Cassandra's own commit log");
        else
            for (NodeSettings node : cluster.settings())
                console.say("Journal   " + journal(node).describe());
    }

    private LocalJournal journal(NodeSettings node) {
        return journal == null
                ? LocalJournal.in(node.directory())
                : new LocalJournal(journal.toAbsolutePath().normalize());
    }

    private CassandraCluster cluster() {
        try {
            return CassandraCluster.at(data, address, nodes).each(this::adjust);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private void adjust(NodeSettings node) {
        if (release != null) node.version(release);
        node.profile(profile.profile());
        node.heap(heap.bytes() + "");
        yaml.forEach(node::setting);
        node.ignoreTerminal(); // on Ctrl-C this process drains them
        if (isStock) return;
        node.agent(new Build().agent()).firesteel(JOURNAL_PATH, journal(node).path());
        if (storage.isInMemory()) node.firesteel(IN_MEMORY, true);
        if (drive != null && drive.placing() == Placing.SEED9) node.firesteel(LIFETIMES, "seed");
        firesteel.forEach(node::firesteel);
    }

    private CommandLine command() {
        return Objects.requireNonNull(spec).commandLine();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command(), message);
    }
}
