// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.ResultsFile;
import dev.firesteel.lab.bench.Bench;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.crash.CampaignLock;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures workloads on rows that fit into memory and on rows that do not, on fast and slow drives.
 * This is the experiment of SanDisk's "Accelerating Cassandra Workloads using SanDisk Solid State
 * Drives" (2015). Its 36 configurations are three workloads, two distributions of keys, three sizes
 * and two drives.
 *
 * <p>Each cell has a node of its own, over the same rows, limited to its memory, and starts with an
 * empty page cache.
 */
public final class Matrix implements Bench {
    private final MatrixSettings settings;
    private final String firesteel;
    private final MatrixListener listener;
    private final InstantSource clock;
    private final MatrixRun run;
    private @Nullable ResultsFile<MatrixTerms, MatrixResult> file;
    private volatile boolean isStopped;

    /**
     * Creates a matrix.
     *
     * @param firesteel the version of Firesteel
     * @param journals makes the journals of nodes that have one
     * @param clock for the time of day
     * @param nanos a clock in nanoseconds, of any origin
     */
    public Matrix(
            MatrixSettings settings,
            String firesteel,
            JournalMaker journals,
            MatrixListener listener,
            InstantSource clock,
            LongSupplier nanos) {
        this.settings = settings;
        this.firesteel = firesteel;
        this.listener = listener;
        this.clock = clock;
        this.run = new MatrixRun(settings, journals, listener, nanos);
    }

    /** Returns the results so far, of this process or earlier ones, in their order. */
    public List<MatrixResult> results() {
        return file == null ? List.of() : file.results();
    }

    /** Returns the number of cells. */
    public int size() {
        return settings.cells().size();
    }

    @Override
    public void run() throws IOException, InterruptedException {
        List<CampaignLock> locks = new ArrayList<>();
        try {
            for (Path each : directories()) locks.add(CampaignLock.take(each));
            runAlone();
        } finally {
            for (CampaignLock each : locks) each.close();
        }
    }

    /** Measures under the locks. Deletes files at the end, unless settings are rejected first. */
    private void runAlone() throws IOException, InterruptedException {
        run.endLeft();
        ResultsFile<MatrixTerms, MatrixResult> results = open();
        for (MatrixResult each : results.results()) requireSame(each);
        try {
            measureAll(results);
        } catch (IOException | InterruptedException | RuntimeException e) {
            // After a stop the node was killed, and any exception is expected.
            if (!isStopped) throw e;
        } finally {
            run.close();
        }
    }

    private List<Path> directories() {
        return settings.storages().stream().map(MatrixRun::directory).distinct().sorted().toList();
    }

    /** Checks that a storage of this name, which identifies it, has the same limit. */
    private void requireSame(MatrixResult result) throws MatrixException {
        for (Storage each : settings.storages())
            if (each.name().equals(result.cell().storage()) && each.iops() != result.iops())
                throw new MatrixException(
                        "%s has cells of a storage '%s' with iops=%d, and not %d (0 is no limit): give it another name, or another --results"
                                .formatted(
                                        settings.results(),
                                        each.name(),
                                        result.iops(),
                                        each.iops()));
    }

    /** Opens the file of results, to resume from. */
    ResultsFile<MatrixTerms, MatrixResult> open() throws IOException {
        return ResultsFile.open(
                settings.results(),
                new ResultsFile.Terms<>(
                        "matrix",
                        "give another --results",
                        "matrix-cell",
                        MatrixResult.class,
                        new ResultLine.Origin<>(
                                firesteel,
                                CassandraNode.at(settings.results()).release().version(),
                                Machine.here(),
                                settings.terms())),
                clock);
    }

    private void measureAll(ResultsFile<MatrixTerms, MatrixResult> results)
            throws IOException, InterruptedException {
        file = results;
        List<MatrixCell> cells = settings.cells();
        for (int i = 0; i < cells.size(); i++) {
            MatrixCell cell = cells.get(i);
            if (results().stream().anyMatch(each -> each.cell().equals(cell))) continue;
            listener.starting(i + 1, cell);
            MatrixResult result = run.measure(cell);
            results.add(result);
            listener.measured(result);
        }
    }

    @Override
    public void stop(Thread running) {
        isStopped = true;
        run.stop();
        running.interrupt();
    }
}
