// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Progress;
import dev.firesteel.lab.WrappedText;
import dev.firesteel.operations.install.Plan;
import java.io.IOException;

/** Shows a plan, and executes it. */
final class PlanText {
    private PlanText() {}

    /**
     * Shows a plan, and executes it on request.
     *
     * @param done the message after its execution
     * @param task the name of its long part
     * @return the exit code: 1 if the running node prevents the execution
     */
    static int show(Plan plan, boolean isDone, String done, String task, Console console)
            throws IOException {
        plan.shown().forEach(console::say);
        if (isDone) {
            try (Progress progress = new Progress(task, console)) {
                plan.carryOut(progress::at);
            }
            console.say(done);
        }
        // Also before execution: the notes may be a reason against it.
        for (String each : plan.notes()) console.say(WrappedText.of(each, 2));
        if (isDone) return 0;
        if (plan.node().isPresent()) {
            console.note("firesteel: nothing is changed; the node runs: stop it first");
            return 1;
        }
        console.say("nothing is changed yet: give --yes to make the changes");
        return 0;
    }
}
