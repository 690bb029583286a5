// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** SIGKILL at a random moment, and once more while the node replays what that left. */
final class ReplayFault implements Fault {
    /** Cassandra opens the tables right before it replays. */
    private static final String REPLAY_IS_NEAR = "Initializing firesteel_lab.ledger";

    /** What Cassandra or Firesteel says when it has replayed. */
    private static final List<String> REPLAY_IS_OVER =
            List.of("Log replay complete", "Replayed the journal");

    private static final int POLL_MILLIS = 10;
    private static final int LONGEST_REPLAY_MILLIS = 500;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    @Override
    public String name() {
        return "replay";
    }

    @Override
    public void strike(Scene scene) throws IOException, InterruptedException {
        scene.load().last(scene.chooseLoad());
        scene.node().kill();
    }

    @Override
    public void aftermath(Scene scene) throws IOException, InterruptedException {
        LogTail log = LogTail.at(scene.settings().directory().log());
        long start = scene.nanos().getAsLong();
        CassandraNode node = scene.start(scene.settings());
        while (!log.says(REPLAY_IS_NEAR) && scene.nanos().getAsLong() - start < PATIENCE_NANOS)
            if (Exit.within(node, POLL_MILLIS))
                throw new FaultException(
                        "The node ended by itself with exit code %d; see %s"
                                .formatted(node.exitCode(), node.logFile()));
        Exit.within(node, scene.random().nextInt(LONGEST_REPLAY_MILLIS));
        node.kill();
        double seconds = (scene.nanos().getAsLong() - start) / 1e9;
        boolean cutReplay = REPLAY_IS_OVER.stream().noneMatch(log::says);
        scene.killedInStartUp(seconds, cutReplay);
        scene.note(
                "killed %.1f s into its start, %s"
                        .formatted(seconds, cutReplay ? "before it had replayed" : "replayed"));
    }
}
