// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.journal.JournalReader;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Keeps a record from the device while later ones reach it and are acknowledged. With several in
 * flight, the thread of one is stopped before its write, and SIGKILL follows. A replay that stops
 * at the hole loses acknowledged writes.
 *
 * <p>SIGKILL alone leaves such a hole only by chance: the kernel completes a write that it has
 * begun.
 */
final class HoleFault implements Fault {
    private static final int RECORDS_IN_FLIGHT = 16;
    private static final int MOST_HITS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Time in which other records get as far as they can. */
    private static final Duration OVERTAKING = Duration.ofMillis(500);

    private int port;

    @Override
    public String name() {
        return "hole";
    }

    @Override
    public boolean needsJournal() {
        return true;
    }

    @Override
    public void require(FaultTargets targets) throws IOException {
        targets.requireJournal(this);
    }

    @Override
    public boolean arm(
            NodeSettings settings, FaultTargets targets, int turn, SplittableRandom random)
            throws IOException {
        settings.firesteel("journal_records_in_flight", RECORDS_IN_FLIGHT);
        port = Debugger.allow(settings, false);
        return true;
    }

    @Override
    public void strike(FaultContext context) throws IOException, InterruptedException {
        CassandraNode node = context.node();
        context.load().last(context.chooseLoad());
        int hits = 1 + context.random().nextInt(MOST_HITS);
        try (Debugger debugger = Debugger.attach(node, port, context.nanos(), "under load")) {
            boolean stopped =
                    debugger.runTo(
                                    List.of(
                                            new Debugger.Breakpoint(
                                                    CrashPoint.RECORD_WRITE,
                                                    context.random(),
                                                    hits,
                                                    Debugger.Stop.ONE_THREAD)),
                                    PATIENCE)
                            .isPresent();
            if (!stopped) Exit.requireNone(node, "under load");
            context.load().last(OVERTAKING);
            node.kill();
            if (!stopped) context.miss("no record could be stopped");
            else tell(context, context.targets().requireJournal(this));
        }
    }

    /** Records whether there is a hole: the stopped record may have been its segment's last. */
    static void tell(FaultContext context, Path journal) throws IOException {
        try (JournalBytes bytes = JournalBytes.open(journal, JournalReader.inspect(journal))) {
            if (bytes.hasHole()) context.note("one record was overtaken");
            else context.miss("one record was stopped, and none has overtaken it");
        }
    }
}
