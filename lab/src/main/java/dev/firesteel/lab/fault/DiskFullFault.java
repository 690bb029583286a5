// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Fills the SSTables' disk while the journal has room, so that no flush can succeed. After a while
 * the node is killed. At random it is started once more on the full disk, where it may refuse.
 */
final class DiskFullFault implements Fault {
    private static final Duration START_PATIENCE = Duration.ofMinutes(2);
    private static final Duration FLUSH_PATIENCE = Duration.ofSeconds(10);
    private static final long LONGEST_WHILE_FULL_MILLIS = 5_000;

    /** Messages of the operating system and of Cassandra for a full disk. */
    private static final List<String> NO_ROOM =
            List.of("No space left on device", "Insufficient disk space", "FSDiskFullWriteError");

    @Override
    public String name() {
        return "disk-full";
    }

    @Override
    public Needs needs() {
        return Needs.DATA_DISK;
    }

    @Override
    public void require(FaultTargets targets) throws IOException {
        targets.disks().requireData(this);
    }

    @Override
    public void strike(FaultContext context) throws IOException, InterruptedException {
        ScratchDisk disk = context.targets().disks().data();
        context.load().last(context.chooseLoad());
        CassandraNode node = context.node();
        LogTail log = LogTail.at(node.logFile());
        disk.fill();
        String flush = Flush.request(node, FLUSH_PATIENCE);
        boolean goesOn =
                context.load()
                        .goesOn(
                                Duration.ofMillis(
                                        context.random().nextLong(LONGEST_WHILE_FULL_MILLIS)));
        String effect =
                "%d bytes free on the disk: %s, the node %s"
                        .formatted(disk.freeBytes(), flush, state(node, goesOn));
        tell(context, log, effect);
        node.kill();
    }

    /** Records the effect, as a miss unless the log reports a full disk. */
    static void tell(FaultContext context, LogTail log, String effect) {
        if (saysThatItIsFull(log)) context.note(effect + "; its log reports a full disk");
        else context.miss(effect);
    }

    /** Returns whether the log reports a full disk, other than the journal's own. */
    private static boolean saysThatItIsFull(LogTail log) {
        return log.text()
                .lines()
                .filter(line -> !line.contains("the journal on "))
                .anyMatch(line -> NO_ROOM.stream().anyMatch(line::contains));
    }

    private static String state(CassandraNode node, boolean goesOn) {
        if (!node.isAlive()) return "ended with exit code " + node.exitCode();
        return goesOn ? "went on" : "did not answer its clients";
    }

    @Override
    public void aftermath(FaultContext context) throws IOException, InterruptedException {
        ScratchDisk disk = context.targets().disks().data();
        if (context.random().nextBoolean()) tryToStart(context);
        disk.free();
    }

    private static void tryToStart(FaultContext context) throws IOException, InterruptedException {
        NodeSettings settings = context.settings();
        LogTail log = LogTail.at(settings.directory().log());
        CassandraNode node = context.start(settings);
        Start start = Start.of(node, START_PATIENCE);
        context.note("start on the full disk: " + start.text());
        if (!start.isUp() && Exit.isFromOutside(node)) throw Exit.of(node, "in its start");
        if (!start.isUp() && !saysThatItIsFull(log))
            throw new FindingException(
                    "The node neither came up on the full disk nor reported that it is full: "
                            + start.text());
        node.kill();
    }
}
