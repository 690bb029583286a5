// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.bench.Bench;
import dev.firesteel.lab.bench.CommitLogBench;
import dev.firesteel.lab.bench.Rotation;
import dev.firesteel.lab.bench.Writeback;
import dev.firesteel.lab.crash.CampaignLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Measures peers side by side, in rounds. A round measures every cell for one peer after the other,
 * each in a new process with empty files. The drive comes right after the engine, whose write size
 * it repeats.
 */
public final class EngineBench implements Bench {
    private final EngineSettings settings;
    private final CommitLogBench.JournalMaker journals;
    private final EngineListener listener;
    private final Path work;
    private final PeerProcess process;
    private final List<EngineMeasurement> measurements = new ArrayList<>();
    private final Map<Peer, String> leftOut = new EnumMap<>(Peer.class);
    private volatile boolean isStopped;
    private int step;

    /**
     * Creates a comparison.
     *
     * @param journals makes the engine's journal
     */
    public EngineBench(
            EngineSettings settings,
            CommitLogBench.JournalMaker journals,
            EngineListener listener) {
        this.settings = settings;
        this.journals = journals;
        this.listener = listener;
        this.work = settings.directory().resolve("firesteel-engine");
        this.process = new PeerProcess(settings, work.resolve("peer"));
    }

    /**
     * Measures everything, or what there is time for until {@link #stop}. Leaves no files, except a
     * journal on a given device.
     *
     * @throws IOException if it cannot go on; completed measurements are kept
     */
    @Override
    public void run() throws IOException, InterruptedException {
        requireProgram();
        try (CampaignLock lock = CampaignLock.take(settings.directory())) {
            runAlone();
        }
    }

    private void runAlone() throws IOException, InterruptedException {
        FileTree.delete(work);
        Files.createDirectories(work);
        try {
            for (int round = 1; round <= settings.rounds(); round++) measure(round);
        } catch (IOException | InterruptedException | RuntimeException e) {
            // After a stop the process was killed, and any exception is expected.
            if (!isStopped) throw e;
        } finally {
            process.stop();
            FileTree.delete(work);
        }
    }

    /** Returns the measurements so far. Only for the thread that measures. */
    public List<EngineMeasurement> measurements() {
        return List.copyOf(measurements);
    }

    /** Returns the peers left out, with reasons. Only for the thread that measures. */
    public Map<Peer, String> leftOut() {
        return Map.copyOf(leftOut);
    }

    @Override
    public void stop(Thread running) {
        isStopped = true;
        process.stop();
        running.interrupt();
    }

    private void requireProgram() throws IOException {
        if (Files.exists(settings.program().resolve("peers"))) return;
        throw new IOException(
                "The benchmarks are not in "
                        + settings.program()
                        + ": build the project again (mvn -DskipTests package)");
    }

    private void measure(int round) throws IOException, InterruptedException {
        List<Peer> others = new ArrayList<>(settings.peers());
        others.remove(Peer.DRIVE);
        for (EngineCell cell : settings.cells())
            for (Peer peer : Rotation.of(others, round)) measure(round, peer, cell);
    }

    private void measure(int round, Peer peer, EngineCell cell)
            throws IOException, InterruptedException {
        if (peer.isEngine()) measureEngine(round, peer, cell);
        else if (!leftOut.containsKey(peer)) measureOther(round, peer, cell);
    }

    private void measureEngine(int round, Peer peer, EngineCell cell)
            throws IOException, InterruptedException {
        Path journal = target("journal");
        // The device may have been used as the drive since.
        if (settings.device() != null || !Files.exists(journal)) journals.make(journal);
        EngineMeasurement engine = measure(round, peer, cell, journal, 1);
        if (peer == Peer.FIRESTEEL && settings.peers().contains(Peer.DRIVE)) measureDrive(engine);
    }

    private void measureDrive(EngineMeasurement engine) throws IOException, InterruptedException {
        Double bytes = engine.requestBytes();
        if (bytes == null) throw new PeerException("firesteel has not counted its records");
        int writeBytes = (int) Math.round(bytes);
        measure(engine.round(), Peer.DRIVE, engine.cell(), target("drive"), writeBytes);
    }

    private void measureOther(int round, Peer peer, EngineCell cell)
            throws IOException, InterruptedException {
        try {
            measure(round, peer, cell, work, 1);
        } catch (PeerException e) {
            if (isStopped) throw e;
            String why = String.valueOf(e.getMessage());
            leftOut.put(peer, why);
            listener.leftOut(peer, why, remaining(peer));
        }
    }

    /** Returns the number of measurements of a peer after the first failed one. */
    private int remaining(Peer peer) {
        int done = (int) measurements.stream().filter(one -> one.peer() == peer).count();
        return settings.rounds() * settings.cells().size() - done - 1;
    }

    private EngineMeasurement measure(
            int round, Peer peer, EngineCell cell, Path target, int writeBytes)
            throws IOException, InterruptedException {
        listener.starting(++step, round, peer, cell);
        Writeback.finish(work);
        try {
            EngineMeasurement one = process.measure(round, peer, cell, target, writeBytes);
            measurements.add(one);
            listener.measured(one);
            return one;
        } catch (PeerException e) {
            throw new PeerException(peer.title() + ", " + cell + ": " + e.getMessage(), e);
        }
    }

    private Path target(String file) {
        return settings.device() == null ? work.resolve(file) : settings.device();
    }
}
