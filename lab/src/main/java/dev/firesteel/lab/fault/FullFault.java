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
    public void require(FaultTargets targets) throws IOException {
        ScratchDisk.requireThrottle(this);
        targets.disks().requireData(this);
        Path journal = targets.journal();
        boolean canGrow =
                journal != null && (Files.notExists(journal) || Files.isRegularFile(journal));
        if (canGrow && targets.disks().journalFile().isEmpty())
            throw new FaultException(
                    "The fault %s needs a journal that cannot grow, on a block device or on a disk that the campaign makes; %s can"
                            .formatted(name(), journal));
    }

    /** Gives a stock commit log, by default 8 GiB, a limit similar to the journal's size. */
    @Override
    public boolean arm(
            NodeSettings settings, FaultTargets targets, int turn, SplittableRandom random) {
        if (targets.journal() != null) return false;
        settings.setting("commitlog_segment_size", "4MiB")
                .setting("commitlog_total_space", "32MiB");
        return true;
    }

    @Override
    public void strike(FaultContext context) throws IOException, InterruptedException {
        ScratchDisks disks = context.targets().disks();
        if (disks.journal().isMounted()) disks.journal().fill();
        disks.data().throttle(SLOW_BYTES_PER_SECOND);
        try {
            if (context.targets().journal() == null) {
                context.load().last(Duration.ofMillis(STOCK_MILLIS));
                context.note("wrote on the slow disk for %d s".formatted(STOCK_MILLIS / 1_000));
            } else fill(context, LogTail.at(context.node().logFile()));
        } finally {
            // Otherwise the process cannot die before its pending writes are done.
            disks.data().throttle(0);
        }
        context.node().kill();
    }

    static void fill(FaultContext context, LogTail log) throws IOException, InterruptedException {
        long start = context.nanos().getAsLong();
        if (!context.load().isRefused(UNTIL_FULL)) {
            context.miss("did not get full within " + UNTIL_FULL.toSeconds() + " s");
            return;
        }
        if (!saysThatItIsFull(context, log, start)) {
            context.miss("refused a write, not because the journal was full");
            return;
        }
        double full = (context.nanos().getAsLong() - start) / 1e9;
        if (!context.load().isServed(UNTIL_FLUSHED)) {
            context.load().last(Duration.ZERO);
            throw new FindingException(
                    "The journal was full, and no flush made room within "
                            + UNTIL_FLUSHED.toSeconds()
                            + " s");
        }
        double flushed = (context.nanos().getAsLong() - start) / 1e9 - full;
        context.load()
                .last(Duration.ofMillis(context.random().nextLong(LONGEST_WHILE_FULL_MILLIS)));
        context.note("full after %.1f s, room again %.1f s later".formatted(full, flushed));
    }

    /**
     * Waits for the node's own message. A client may see a refusal before it is logged, and an
     * overloaded node refuses writes, too, before the journal is full.
     */
    private static boolean saysThatItIsFull(FaultContext context, LogTail log, long start)
            throws InterruptedException {
        while (!IS_FULL.matcher(log.text()).find()) {
            boolean hasTime = context.nanos().getAsLong() - start < UNTIL_FULL.toNanos();
            if (!hasTime || !context.load().goesOn(POLL)) return false;
        }
        return true;
    }
}
