// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;

/** Threads that append until they finish or the journal fails. */
final class Appenders {
    private Appenders() {}

    /**
     * Runs the threads, under names that begin with {@code life}, and adds each entry whose append
     * returned to {@code acknowledged}.
     */
    static void run(
            String life,
            int threads,
            int entriesEach,
            Journal journal,
            Queue<JournalFixture.Replayed> acknowledged)
            throws InterruptedException {
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int id = i;
            Thread thread = // owns threads
                    new Thread(
                            () ->
                                    append(
                                            life + id,
                                            entriesEach,
                                            journal,
                                            acknowledged)); // owns threads
            thread.start();
            running.add(thread);
        }
        for (Thread each : running) each.join();
    }

    /** Appends until all entries are written or the journal refuses one. */
    static void append(
            String name,
            int entries,
            Journal journal,
            Queue<JournalFixture.Replayed> acknowledged) {
        Random random = new Random(name.hashCode());
        for (int i = 0; i < entries; i++) {
            String text = name + ":" + i + ":" + "x".repeat(random.nextInt(600));
            int[] start = new int[1];
            try {
                JournalPosition end =
                        journal.append(
                                JournalFixture.bytes(text), (segment, offset) -> start[0] = offset);
                acknowledged.add(
                        new JournalFixture.Replayed(end.segmentId(), start[0], end.offset(), text));
            } catch (JournalFailedException | JournalFullException e) {
                return; // not acknowledged
            }
        }
    }
}
