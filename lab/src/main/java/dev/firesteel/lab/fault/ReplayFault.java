// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;

/** Sends SIGKILL at a random moment, and once more while the node replays its log. */
final class ReplayFault implements Fault {
    @Override
    public String name() {
        return "replay";
    }

    @Override
    public boolean isForClusters() {
        return true;
    }

    @Override
    public void strike(FaultContext context) throws IOException, InterruptedException {
        context.load().last(context.chooseLoad());
        context.node().kill();
    }

    @Override
    public void aftermath(FaultContext context) throws IOException, InterruptedException {
        StartUpKill.Result again =
                new StartUpKill(context.random(), context.nanos())
                        .kill(context.settings(), context::start, CassandraNode::kill);
        context.killedInStartUp(again.seconds(), again.replay());
        String effect =
                "killed %.1f s into its start, %s".formatted(again.seconds(), text(again.replay()));
        if (again.replay() == ReplayState.RUNNING) context.note(effect);
        else context.miss(effect);
    }

    private static String text(ReplayState replay) {
        return switch (replay) {
            case AHEAD -> "before its replay";
            case RUNNING -> "in its replay";
            case OVER -> "after its replay";
        };
    }
}
