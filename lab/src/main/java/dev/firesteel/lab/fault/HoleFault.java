// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.journal.Journal;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * A record that never reaches the device while those behind it do and are acknowledged: several are
 * in flight, the thread of one is stopped before its write, and SIGKILL follows. Whoever reads no
 * further than the hole loses what was acknowledged.
 *
 * <p>SIGKILL alone leaves such a hole only by chance, for a write that the kernel has begun it also
 * ends.
 */
final class HoleFault implements Fault {
    private static final int RECORDS_IN_FLIGHT = 16;
    private static final int MOST_HITS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** In which the others get as far as they can. */
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
    public void require(Site site) throws IOException {
        site.requireJournal(this);
    }

    @Override
    public boolean arm(NodeSettings settings, Site site, int turn, SplittableRandom random)
            throws IOException {
        settings.firesteel("journal_records_in_flight", RECORDS_IN_FLIGHT);
        port = Debugger.allow(settings, false);
        return true;
    }

    @Override
    public void strike(Scene scene) throws IOException, InterruptedException {
        CassandraNode node = scene.node();
        scene.load().last(scene.chooseLoad());
        int hits = 1 + scene.random().nextInt(MOST_HITS);
        try (Debugger debugger = Debugger.attach(node, port, scene.nanos(), "under load")) {
            boolean stopped =
                    debugger.runTo(
                                    new Debugger.Breakpoint(
                                            CrashPoint.RECORD_WRITE,
                                            scene.random(),
                                            hits,
                                            Debugger.Stop.ONE_THREAD),
                                    PATIENCE)
                            .isPresent();
            if (!stopped) Exit.requireNone(node, "under load");
            scene.load().last(OVERTAKING);
            node.kill();
            if (!stopped) scene.miss("no record could be stopped");
            else tell(scene, scene.site().requireJournal(this));
        }
    }

    /** The record that was stopped may have been the last, or the last of its segment. */
    static void tell(Scene scene, Path journal) throws IOException {
        try (JournalBytes bytes = JournalBytes.open(journal, Journal.inspect(journal))) {
            if (bytes.hasHole()) scene.note("one record was overtaken");
            else scene.miss("one record was stopped, and none has overtaken it");
        }
    }
}
