// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.JournalFormat;
import dev.firesteel.operations.home.DurableFiles;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/**
 * What has to be done, step by step, in an order in which it can end anywhere: until the last step
 * of an installation the home starts as stock, and after the first step of a removal.
 */
public final class Plan {
    /** Does a step. */
    interface Work {
        void run(DurableFiles files, JournalFormat.Progress progress) throws IOException;
    }

    /**
     * A step.
     *
     * @param shown what it does, for people: a sentence, or a difference of files
     */
    record Step(List<String> shown, Work work) {}

    /** Asks whether the node runs. */
    interface NodeQuestion {
        OptionalLong node() throws IOException;
    }

    /** In the place of a process where all that is known is that one has the journal open. */
    static final long IN_USE = 0;

    private final List<Step> steps;
    private final List<String> notes;
    private final NodeQuestion question;

    Plan(List<Step> steps, List<String> notes, NodeQuestion question) {
        this.steps = List.copyOf(steps);
        this.notes = List.copyOf(notes);
        this.question = question;
    }

    /** Whether there is nothing to do. */
    public boolean isEmpty() {
        return steps.isEmpty();
    }

    /** What will be done. */
    public List<String> shown() {
        return steps.stream().flatMap(each -> each.shown().stream()).toList();
    }

    /** What there is to know before it is done, and after. */
    public List<String> notes() {
        return notes;
    }

    /** The process of the node, if it runs: nothing is done as long as it does. */
    public OptionalLong node() throws IOException {
        return question.node();
    }

    /**
     * Does it.
     *
     * @param progress told how far the format of a journal is
     * @throws InstallException if the node runs
     */
    public void carryOut(JournalFormat.Progress progress) throws IOException {
        carryOut(new DurableFiles(), progress);
    }

    void carryOut(DurableFiles files, JournalFormat.Progress progress) throws IOException {
        OptionalLong node = node();
        if (node.isPresent())
            throw new InstallException(
                    node.getAsLong() == IN_USE
                            ? "the journal is in use: a process has it open, or it is mounted. If it is the node, stop it first"
                            : "the node runs, as process %d: stop it first"
                                    .formatted(node.getAsLong()));
        for (Step each : steps) each.work().run(files, progress);
    }
}
