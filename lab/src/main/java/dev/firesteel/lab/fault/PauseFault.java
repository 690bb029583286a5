// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.time.Duration;

/**
 * Sends SIGSTOP for some seconds, SIGCONT, and SIGKILL after some more. Similar to the migration of
 * a virtual machine, or a very long garbage collection.
 */
final class PauseFault implements Fault {
    private static final long SHORTEST_MILLIS = 1_000;
    private static final long LONGEST_MILLIS = 15_000;
    private static final long LONGEST_AFTER_MILLIS = 3_000;

    /** Shorter than the driver's time-out of a silent connection. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "pause";
    }

    @Override
    public void strike(FaultContext context) throws IOException, InterruptedException {
        CassandraNode node = context.node();
        Duration before = context.chooseLoad();
        Duration pause =
                Duration.ofMillis(context.random().nextLong(SHORTEST_MILLIS, LONGEST_MILLIS));
        Duration after = Duration.ofMillis(context.random().nextLong(LONGEST_AFTER_MILLIS));
        context.load().last(before);
        node.suspend();
        context.load().last(pause);
        node.resume();
        if (!context.load().isServed(PATIENCE)) throw notServed(node);
        context.load().last(after);
        node.kill();
        context.note(
                "stood still for %.1f s, then went on for %.1f s"
                        .formatted(pause.toMillis() / 1e3, after.toMillis() / 1e3));
    }

    private static IOException notServed(CassandraNode node)
            throws IOException, InterruptedException {
        Exit.requireNone(node, "after SIGCONT");
        return new FindingException(
                "No write that was sent after SIGCONT was acknowledged within %d s; see %s"
                        .formatted(PATIENCE.toSeconds(), node.logFile()));
    }
}
