// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.Progress;
import dev.firesteel.lab.ycsb.CoreMix;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures every mode with the same inserts, in rounds: in each round every mode once, on a new
 * node with no data, in an order that differs from round to round.
 *
 * <p>Clients and node share the machine. Ratios within a round say more than rates.
 */
public final class CommitLogBench {
    private static final Duration START_PATIENCE = Duration.ofMinutes(5);

    /** More rows than a measurement can insert. */
    private static final int ROWS = Integer.MAX_VALUE;

    private final BenchSettings settings;
    private final JournalMaker journals;
    private final Consumer<Measurement> listener;
    private final LongSupplier nanos;
    private volatile @Nullable CassandraNode running;

    /**
     * A comparison.
     *
     * @param journals makes the journals of {@link Mode#FIRESTEEL}
     * @param listener told each measurement once it is written
     * @param nanos a clock in nanoseconds, of any origin
     */
    public CommitLogBench(
            BenchSettings settings,
            JournalMaker journals,
            Consumer<Measurement> listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.journals = journals;
        this.listener = listener;
        this.nanos = nanos;
    }

    /** Measures everything. No node is left running, and none of their files. */
    public List<Measurement> run() throws IOException, InterruptedException {
        Thread hook = new Thread(this::kill, "end-bench"); // owns threads
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return measure();
        } finally {
            forget(hook);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is about to end, and the hook runs.
        }
    }

    private void kill() {
        CassandraNode node = running;
        if (node != null) node.kill();
    }

    private List<Measurement> measure() throws IOException, InterruptedException {
        Files.createDirectories(settings.directory());
        List<Measurement> measurements = new ArrayList<>();
        for (int round = 1; round <= settings.rounds(); round++)
            for (Mode mode : order(round)) measure(round, mode, measurements);
        return measurements;
    }

    /** Whatever a mode inherits from the one before it, it inherits from another each round. */
    private static List<Mode> order(int round) {
        List<Mode> modes = new ArrayList<>(List.of(Mode.values()));
        Collections.rotate(modes, round - 1);
        return modes;
    }

    private void measure(int round, Mode mode, List<Measurement> measurements)
            throws IOException, InterruptedException {
        Path root = settings.directory().resolve("node");
        delete(root);
        try (CassandraNode node = start(mode, root)) {
            node.awaitReady(START_PATIENCE);
            for (int clients : settings.clients()) {
                Measurement measurement = measure(round, mode, clients, node);
                JsonLine.append(settings.directory().resolve("results.jsonl"), measurement);
                measurements.add(measurement);
                listener.accept(measurement);
            }
        } finally {
            delete(root);
        }
    }

    private CassandraNode start(Mode mode, Path root) throws IOException {
        NodeSettings node =
                CassandraNode.at(root)
                        .address(settings.address())
                        .heap(settings.heap())
                        .setting("auto_snapshot", false);
        Path journal = root.resolve("journal");
        mode.configure(node, settings.agent(), journal);
        if (mode == Mode.FIRESTEEL) {
            Files.createDirectories(root);
            journals.make(journal);
        }
        running = node.start();
        return running;
    }

    private Measurement measure(int round, Mode mode, int clients, CassandraNode node)
            throws InterruptedException {
        try (CqlSession session = LabSession.open(node.contactPoint())) {
            UserTable table =
                    new UserTable(session, DefaultConsistencyLevel.ONE)
                            .create(1, mode.writesDurably());
            insert(table, clients);
            session.execute("TRUNCATE ycsb.usertable");
            YcsbResult result = insert(table, clients);
            session.execute("TRUNCATE ycsb.usertable");
            return new Measurement(
                    round,
                    mode,
                    clients,
                    result.seconds(),
                    result.operationsPerSecond(),
                    result.p50Micros(),
                    result.p99Micros(),
                    result.errors());
        }
    }

    private YcsbResult insert(UserTable table, int clients) throws InterruptedException {
        return new YcsbRun(table, CoreMix.A.properties(ROWS, 0), clients, nanos)
                .load(Duration.ofSeconds(settings.seconds()), Progress.SILENT);
    }

    private static void delete(Path root) throws IOException {
        if (!Files.exists(root)) return;
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    /** Makes an empty journal in a file that does not exist. */
    @FunctionalInterface
    public interface JournalMaker {
        /** Makes it. */
        void make(Path file) throws IOException;
    }
}
