// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.crash.CampaignLock;
import dev.firesteel.lab.drive.DriveSettings;
import dev.firesteel.lab.drive.LiveReport;
import dev.firesteel.lab.drive.SimulatedDrives;
import dev.firesteel.node.CassandraCluster;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The simulated drives of nodes: each has all files of its node, and is mounted at its folder. */
final class DriveBay implements AutoCloseable {
    private static final int SECTOR_BYTES = 4_096;
    private static final int HONEST = 0;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final double MICROS_PER_MILLI = 1_000;

    private final Console console;
    private final CassandraCluster cluster;
    private final SimulatedDrives drives;
    private final CampaignLock lock;
    private volatile boolean isRunning;
    private volatile boolean isHandedOver;
    private boolean isClosed;

    private DriveBay(
            Console console, CassandraCluster cluster, SimulatedDrives drives, CampaignLock lock) {
        this.console = console;
        this.cluster = cluster;
        this.drives = drives;
        this.lock = lock;
    }

    /**
     * Makes the drives if they are new, turns them on, and mounts them.
     *
     * @param data the directory of the nodes
     */
    static DriveBay open(Path data, CassandraCluster cluster, NodeDrive drive, Console console)
            throws IOException {
        SimulatedDrives.requireSupported();
        for (NodeSettings node : cluster.settings()) node.requireStartable();
        CampaignLock lock = CampaignLock.take(data);
        Path directory = data.toRealPath();
        try {
            SimulatedDrives.clear(directory);
            List<DriveSettings> settings = new ArrayList<>();
            for (NodeSettings node : cluster.settings())
                settings.add(drive(directory, node, drive));
            SimulatedDrives drives = SimulatedDrives.powerOn(directory, settings);
            DriveBay bay = new DriveBay(console, cluster, drives, lock);
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(bay::abandon, "drives")); // owns threads
            try {
                bay.mount(directory, settings, drive);
                return bay;
            } catch (IOException | InterruptedException | RuntimeException e) {
                bay.close();
                throw e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while drives are turned on", e);
        }
    }

    /** Refuses nodes whose files are on simulated drives. */
    static void requireNone(Path data, CassandraCluster cluster) throws IOException {
        for (NodeSettings node : cluster.settings()) {
            Path image = image(data, node);
            if (Files.exists(image))
                throw new IOException(
                        "the files of this node are on the simulated drive %s: run with --drive, or give another directory with --data"
                                .formatted(image));
        }
    }

    private static Path image(Path directory, NodeSettings node) {
        return directory.resolve(node.directory().root().getFileName() + ".img");
    }

    private static DriveSettings drive(Path directory, NodeSettings node, NodeDrive drive)
            throws IOException, InterruptedException {
        String name = String.valueOf(node.directory().root().getFileName());
        Path root = directory.resolve(name);
        Path image = image(directory, node);
        DriveSettings settings =
                new DriveSettings(
                        name, image.toString(), SECTOR_BYTES, HONEST, false, null, drive.model());
        if (Files.exists(image)) {
            if (Files.size(image) != drive.size().bytes())
                throw new IOException(
                        "the drive %s has %s: run with size=%s, or give another directory with --data"
                                .formatted(
                                        image,
                                        new Size(Files.size(image)),
                                        new Size(Files.size(image)).exact()));
            return settings;
        }
        if (Files.isDirectory(root) && !isEmpty(root))
            throw new IOException(
                    "%s has files of a node without a simulated drive: give another directory with --data"
                            .formatted(root));
        Path draft = directory.resolve(name + ".img.new");
        try (RandomAccessFile file = new RandomAccessFile(draft.toFile(), "rw")) {
            file.setLength(drive.size().bytes());
        }
        SimulatedDrives.makeFileSystem(
                new DriveSettings(name, draft.toString(), SECTOR_BYTES, HONEST, false));
        Files.move(draft, image);
        return settings;
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    private void mount(Path directory, List<DriveSettings> settings, NodeDrive drive)
            throws IOException, InterruptedException {
        for (DriveSettings each : settings)
            drives.mount(each.name(), directory.resolve(each.name()));
        Duration overhead = drives.startClocks(settings);
        isRunning = true;
        console.note(
                "Drive of each node: %s, %s; a read takes it %,.0f us, and this machine %,d us more"
                        .formatted(
                                drive.model(),
                                drive.size(),
                                drive.model().readNanos() / NANOS_PER_MICRO,
                                overhead.toNanos() / NANOS_PER_MICRO));
    }

    /** Leaves the end of the drives to the caller, who closes them once the nodes have ended. */
    void handOver() {
        isHandedOver = true;
    }

    /** Turns the drives off when the program ends before nodes were started. */
    private void abandon() {
        if (!isHandedOver) close();
    }

    /**
     * Ends nodes that still run, prints what the drives have measured, and turns them off. For any
     * thread; the second waits for the first.
     */
    @Override
    public synchronized void close() {
        if (isClosed) return;
        isClosed = true;
        cluster.close();
        try {
            if (isRunning) drives.report().drives().forEach(this::tell);
        } catch (IOException | InterruptedException e) {
            console.note("firesteel: " + e.getMessage());
        }
        try {
            drives.shutDown();
            lock.close();
        } catch (IOException e) {
            console.note("firesteel: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(LiveReport.Live live) {
        console.say(
                "Drive %s: write amplification %s, %,d pages written; answered %s ms late"
                        .formatted(
                                live.name(),
                                live.writeAmplification() == null
                                        ? "-"
                                        : "%.4f".formatted(live.writeAmplification()),
                                live.hostPages(),
                                millis(live.late().mean())));
        console.say("ms                  number       mean        p50        p99      p99.9");
        tell("reads", live.reads());
        tell("writes", live.writes());
        tell("flushes", live.flushes());
    }

    private void tell(String kind, LiveReport.Times times) {
        console.say(
                "%-10s %,15d %10s %10s %10s %10s"
                        .formatted(
                                kind,
                                times.count(),
                                millis(times.mean()),
                                millis(times.p50()),
                                millis(times.p99()),
                                millis(times.p999())));
    }

    private static String millis(@Nullable Double micros) {
        return micros == null ? "-" : "%.3f".formatted(micros / MICROS_PER_MILLI);
    }
}
