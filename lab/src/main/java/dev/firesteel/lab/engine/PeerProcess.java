// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.bench.DeviceCost;
import dev.firesteel.lab.bench.DeviceCounters;
import dev.firesteel.lab.bench.LogDevice;
import dev.firesteel.node.CassandraRelease;
import dev.firesteel.node.Jvm;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs the process of one measurement, and reads its result. All use the same JVM. */
final class PeerProcess {
    private static final String MAIN = "dev.firesteel.benchmarks.Measurement";

    /** Time for making and deleting files. */
    private static final int PATIENCE_SECONDS = 120;

    private static final double NANOS_PER_MICRO = 1000;

    private final EngineSettings settings;
    private final Path work;
    private @Nullable Process running;
    private boolean isStopped;

    /**
     * Creates the object; starts nothing.
     *
     * @param work a directory of its own
     */
    PeerProcess(EngineSettings settings, Path work) {
        this.settings = settings;
        this.work = work;
    }

    /**
     * Measures a cell.
     *
     * @param target the journal, or the file or device that the drive writes to
     * @param writeBytes the size of a write to the drive
     * @throws PeerException if there are no figures
     */
    EngineMeasurement measure(int round, Peer peer, EngineCell cell, Path target, int writeBytes)
            throws IOException, InterruptedException {
        FileTree.delete(work);
        Files.createDirectories(work.resolve("files"));
        Files.createDirectories(work.resolve("tmp"));
        Path on = peer.takesDevice() && Files.exists(target) ? target : work;
        Optional<LogDevice> device = LogDevice.of(on);
        List<String> command = new ArrayList<>(jvm(peer));
        request(
                        peer,
                        cell,
                        target,
                        writeBytes,
                        device.map(found -> found.stat().toString()).orElse(""))
                .forEach((name, value) -> command.add(name + "=" + value));
        await(launch(command));
        return measurement(round, peer, cell, figures());
    }

    /** Kills the running process, if any, and prevents further starts. For any thread. */
    synchronized void stop() {
        isStopped = true;
        if (running != null) running.destroyForcibly();
    }

    private synchronized Process launch(List<String> command) throws IOException {
        if (isStopped) throw new IOException("interrupted");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output().toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        running = builder.start();
        return running;
    }

    private void await(Process process) throws IOException, InterruptedException {
        int seconds = settings.warmUpSeconds() + settings.seconds() + PATIENCE_SECONDS;
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS))
                throw new PeerException("it has not ended after " + seconds + " s");
        } finally {
            process.destroyForcibly().onExit().join();
        }
        if (process.exitValue() != 0) throw new PeerException(lastWords());
    }

    /** Returns the last line of its output, which holds the reason of a failure. */
    private String lastWords() throws IOException {
        List<String> lines = Files.readAllLines(output());
        return lines.isEmpty() ? "it has ended without output" : lines.get(lines.size() - 1);
    }

    private Path output() {
        return work.resolve("output");
    }

    private List<String> jvm(Peer peer) {
        List<String> command = new ArrayList<>();
        command.add(java().toString());
        command.add("-Xms" + settings.heapBytes());
        command.add("-Xmx" + settings.heapBytes());
        command.add("-XX:+UseG1GC");
        // Keeps the files of a killed process in its own directory.
        command.add("-XX:-UsePerfData");
        command.add("-Djava.io.tmpdir=" + work.resolve("tmp"));
        command.add("-Djna.tmpdir=" + work.resolve("tmp"));
        command.add("-Djava.library.path=" + work.resolve("files"));
        command.add("-Djmh.ignoreLock=true");
        command.add("-Dlogback.configurationFile=logback-errors.xml");
        command.addAll(Jvm.moduleOptions());
        command.add("-cp");
        command.add(classPath(peer));
        command.add(MAIN);
        return command;
    }

    /** Returns the JVM that runs this process. */
    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java"); // owns settings
    }

    private String classPath(Peer peer) {
        Path program = settings.program();
        Path others =
                peer.isCassandra() ? CassandraRelease.newest().lib() : program.resolve("peers");
        return "%s:%s/*:%s/*"
                .formatted(
                        program.resolve("firesteel-benchmarks.jar"),
                        program.resolve("lib"),
                        others);
    }

    private Map<String, Object> request(
            Peer peer, EngineCell cell, Path target, int writeBytes, String deviceStat) {
        // The drive's concurrent writes are limited to the records in flight.
        int threads =
                peer == Peer.DRIVE
                        ? Math.min(cell.threads(), settings.recordsInFlight())
                        : cell.threads();
        return Map.ofEntries(
                Map.entry("peer", peer.title()),
                Map.entry("threads", threads),
                Map.entry("bytes", cell.bytes()),
                Map.entry("warmUpSeconds", settings.warmUpSeconds()),
                Map.entry("seconds", settings.seconds()),
                Map.entry("directory", work.resolve("files")),
                Map.entry("target", target),
                Map.entry("targetBytes", settings.journalBytes()),
                Map.entry("recordsInFlight", settings.recordsInFlight()),
                Map.entry("writeBytes", writeBytes),
                Map.entry("deviceStat", deviceStat),
                Map.entry("result", work.resolve("figures")));
    }

    private Properties figures() throws IOException {
        Properties figures = new Properties();
        try (Reader reader = Files.newBufferedReader(work.resolve("figures"))) {
            figures.load(reader);
        }
        return figures;
    }

    static EngineMeasurement measurement(int round, Peer peer, EngineCell cell, Properties figures)
            throws IOException {
        double appends = number(figures, "appends");
        double rate = number(figures, "appendsPerSecond");
        if (!(appends > 0 && rate > 0)) throw new PeerException("no append has succeeded");
        double requests = number(figures, "requests");
        double written = number(figures, "writtenBytes");
        boolean counts = requests > 0;
        return new EngineMeasurement(
                round,
                peer,
                cell,
                peer == Peer.DRIVE ? (int) (written / requests) : cell.bytes(),
                rate,
                number(figures, "p50Nanos") / NANOS_PER_MICRO,
                number(figures, "p99Nanos") / NANOS_PER_MICRO,
                counts ? written / requests : null,
                counts ? rate * written / appends : null,
                DeviceCost.of(
                        counters(figures, "deviceBefore"),
                        counters(figures, "deviceAfter"),
                        appends));
    }

    private static @Nullable DeviceCounters counters(Properties figures, String name)
            throws IOException {
        String stat = figures.getProperty(name, "");
        return stat.isEmpty() ? null : DeviceCounters.parse(stat);
    }

    private static double number(Properties figures, String name) throws IOException {
        String value = figures.getProperty(name);
        if (value == null) throw new PeerException("its figures have no " + name);
        return Double.parseDouble(value);
    }
}
