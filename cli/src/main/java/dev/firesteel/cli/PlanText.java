// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.operations.install.Plan;
import java.io.IOException;

/** Shows a plan, and has it carried out. */
final class PlanText {
    private PlanText() {}

    /**
     * Shows what is planned, and does it if it is to be done.
     *
     * @param done what to say once it is
     * @param task the part of it that takes long
     */
    static void show(Plan plan, boolean isDone, String done, String task, Console console)
            throws IOException {
        plan.shown().forEach(console::say);
        if (isDone) {
            try (Progress progress = new Progress(task, console)) {
                plan.carryOut(progress::at);
            }
            console.say(done);
        }
        // Before, too: they may be a reason not to.
        plan.notes().forEach(console::say);
        if (isDone) return;
        console.say("nothing is changed yet: --yes does");
        if (plan.node().isPresent()) console.say("the node runs: stop it before");
    }
}
