// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.time.Duration;

/**
 * SIGSTOP for some seconds, SIGCONT, and SIGKILL after some more: what a virtual machine that is
 * moved, or a very long collection of garbage, looks like from outside.
 */
final class PauseFault implements Fault {
    private static final long SHORTEST_MILLIS = 1_000;
    private static final long LONGEST_MILLIS = 15_000;
    private static final long LONGEST_AFTER_MILLIS = 3_000;

    @Override
    public String name() {
        return "pause";
    }

    @Override
    public void strike(Scene scene) throws IOException, InterruptedException {
        CassandraNode node = scene.node();
        Duration before = scene.chooseLoad();
        Duration pause =
                Duration.ofMillis(scene.random().nextLong(SHORTEST_MILLIS, LONGEST_MILLIS));
        Duration after = Duration.ofMillis(scene.random().nextLong(LONGEST_AFTER_MILLIS));
        scene.load().last(before);
        node.suspend();
        scene.load().last(pause);
        node.resume();
        boolean goesOn = scene.load().goesOn(after);
        node.kill();
        String effect =
                "stood still for %.1f s, then %s for %.1f s"
                        .formatted(
                                pause.toMillis() / 1e3,
                                goesOn ? "went on" : "had no clients",
                                after.toMillis() / 1e3);
        if (goesOn) scene.note(effect);
        else scene.miss(effect);
    }
}
