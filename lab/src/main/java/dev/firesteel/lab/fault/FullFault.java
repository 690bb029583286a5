// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * Fills the journal by limiting the SSTables' disk to 1 MiB a second, and sends SIGKILL with every
 * segment dirty.
 *
 * <p>Before that, flushes must still succeed. Once the node reports a full journal, a later write
 * must be acknowledged, on the slow disk. A stock node's commit log grows instead; that node is
 * killed after a while.
 */
final class FullFault implements Fault {
    private static final long SLOW_BYTES_PER_SECOND = 1 << 20;
    private static final Duration UNTIL_FULL = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration UNTIL_FLUSHED = Duration.ofMinutes(2);
    private static final long LONGEST_WHILE_FULL_MILLIS = 5_000;
    private static final long STOCK_MILLIS = 20_000;

    /** The node's message for the first write that the full journal refuses. */
    private static final Pattern IS_FULL =
            Pattern.compile("A write has failed: the journal on .* is full \\(");

    @Override
    public String name() {
        return "full";
    }

    @Override
    public Needs needs() {
        return Needs.FULL_JOURNAL;
    }

    @Override
    public void require(FaultTargets site) throws IOException {
        ScratchDisk.requireThrottle(this);
        site.disks().requireData(this);
        Path journal = site.journal();
        boolean canGrow =
                journal != null && (Files.notExists(journal) || Files.isRegularFile(journal));
        if (canGrow && site.disks().journalFile().isEmpty())
            throw new FaultException(
                    "The fault %s needs a journal that cannot grow, on a block device or on a disk that the campaign makes; %s can"
                            .formatted(name(), journal));
    }

    /** Gives a stock commit log, by default 8 GiB, a limit similar to the journal's size. */
    @Override
    public boolean arm(
            NodeSettings settings, FaultTargets site, int turn, SplittableRandom random) {
        if (site.journal() != null) return false;
        settings.setting("commitlog_segment_size", "4MiB")
                .setting("commitlog_total_space", "32MiB");
        return true;
    }

    @Override
    public void strike(FaultContext scene) throws IOException, InterruptedException {
        ScratchDisks disks = scene.site().disks();
        if (disks.journal().isMounted()) disks.journal().fill();
        disks.data().throttle(SLOW_BYTES_PER_SECOND);
        try {
            if (scene.site().journal() == null) {
                scene.load().last(Duration.ofMillis(STOCK_MILLIS));
                scene.note("wrote on the slow disk for %d s".formatted(STOCK_MILLIS / 1_000));
            } else fill(scene, LogTail.at(scene.node().logFile()));
        } finally {
            // Otherwise the process cannot die before its pending writes are done.
            disks.data().throttle(0);
        }
        scene.node().kill();
    }

    static void fill(FaultContext scene, LogTail log) throws IOException, InterruptedException {
        long start = scene.nanos().getAsLong();
        if (!scene.load().isRefused(UNTIL_FULL)) {
            scene.miss("did not get full within " + UNTIL_FULL.toSeconds() + " s");
            return;
        }
        if (!saysThatItIsFull(scene, log, start)) {
            scene.miss("refused a write, not because the journal was full");
            return;
        }
        double full = (scene.nanos().getAsLong() - start) / 1e9;
        if (!scene.load().isServed(UNTIL_FLUSHED)) {
            scene.load().last(Duration.ZERO);
            throw new FindingException(
                    "The journal was full, and no flush made room within "
                            + UNTIL_FLUSHED.toSeconds()
                            + " s");
        }
        double flushed = (scene.nanos().getAsLong() - start) / 1e9 - full;
        scene.load().last(Duration.ofMillis(scene.random().nextLong(LONGEST_WHILE_FULL_MILLIS)));
        scene.note("full after %.1f s, room again %.1f s later".formatted(full, flushed));
    }

    /**
     * Waits for the node's own message. A client may see a refusal before it is logged, and an
     * overloaded node refuses writes, too, before the journal is full.
     */
    private static boolean saysThatItIsFull(FaultContext scene, LogTail log, long start)
            throws InterruptedException {
        while (!IS_FULL.matcher(log.text()).find()) {
            boolean hasTime = scene.nanos().getAsLong() - start < UNTIL_FULL.toNanos();
            if (!hasTime || !scene.load().goesOn(POLL)) return false;
        }
        return true;
    }
}
