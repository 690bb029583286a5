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
    public void strike(FaultContext scene) throws IOException, InterruptedException {
        scene.load().last(scene.chooseLoad());
        scene.node().kill();
    }

    @Override
    public void aftermath(FaultContext scene) throws IOException, InterruptedException {
        StartUpKill.Result again =
                new StartUpKill(scene.random(), scene.nanos())
                        .kill(scene.settings(), scene::start, CassandraNode::kill);
        scene.killedInStartUp(again.seconds(), again.replay());
        String effect =
                "killed %.1f s into its start, %s".formatted(again.seconds(), text(again.replay()));
        if (again.replay() == ReplayState.RUNNING) scene.note(effect);
        else scene.miss(effect);
    }

    private static String text(ReplayState replay) {
        return switch (replay) {
            case AHEAD -> "before its replay";
            case RUNNING -> "in its replay";
            case OVER -> "after its replay";
        };
    }
}
