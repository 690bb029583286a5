// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.JournalFormat;
import dev.firesteel.operations.home.DurableFiles;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/**
 * The steps of an installation or removal, in an order that may be interrupted anywhere. The home
 * starts without Firesteel until the last step of an installation, and after the first step of a
 * removal.
 */
public final class Plan {
    /** The work of a step. */
    interface Work {
        void run(DurableFiles files, JournalFormat.Progress progress) throws IOException;
    }

    /**
     * A step.
     *
     * @param shown the description for the user: a sentence, or a difference of files
     */
    record Step(List<String> shown, Work work) {}

    /** Looks for the node's process. */
    interface NodeQuestion {
        OptionalLong node() throws IOException;
    }

    /** The value for an unknown process that has the journal open. */
    static final long IN_USE = 0;

    private final List<Step> steps;
    private final List<String> notes;
    private final NodeQuestion question;

    Plan(List<Step> steps, List<String> notes, NodeQuestion question) {
        this.steps = List.copyOf(steps);
        this.notes = List.copyOf(notes);
        this.question = question;
    }

    /** Returns whether there is nothing to do. */
    public boolean isEmpty() {
        return steps.isEmpty();
    }

    /** Returns the descriptions of all steps. */
    public List<String> shown() {
        return steps.stream().flatMap(each -> each.shown().stream()).toList();
    }

    /** Returns notes for the user on the plan and its result. */
    public List<String> notes() {
        return notes;
    }

    /** Returns the process of the node, if it is running; the plan cannot be carried out then. */
    public OptionalLong node() throws IOException {
        return question.node();
    }

    /**
     * Carries out all steps.
     *
     * @param progress receives the progress of formatting a journal
     * @throws InstallException if the node is running
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
