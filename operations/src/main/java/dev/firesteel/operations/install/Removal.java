// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.JournalReader;
import dev.firesteel.operations.home.DurableFiles;
import dev.firesteel.operations.home.TextDiff;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plans the removal of Firesteel, which restores the home.
 *
 * @param layout the paths of Cassandra's parts
 * @param marks the agent's files in the commit log directory
 * @param options the node's JVM options
 * @param journal the journal that firesteel.yaml names, or null
 */
record Removal(Layout layout, AgentFiles marks, JvmOptions options, @Nullable Path journal) {
    private static final String ADVICE =
            ": start the node and drain it (nodetool drain); or run firesteel journal export, and"
                    + " follow the steps that it prints";

    /**
     * Returns the steps.
     *
     * @param notes receives notes on the result
     */
    List<Plan.Step> steps(List<String> notes) throws IOException {
        for (JvmOptions.Named each : options.named())
            if (!options.isOurs(each))
                throw new InstallException(
                        ("%s loads an agent in a way that install does not, %s: remove that option"
                                        + " by hand")
                                .formatted(each.place(), each.mention().jar()));
        List<Plan.Step> steps = new ArrayList<>();
        // After this step, the node starts without Firesteel.
        if (!options.named().isEmpty()) steps.add(options.removal());
        removeYaml(steps, notes);
        removeAgent(steps);
        if (!steps.isEmpty()) {
            requireNothingUnarchived();
            boolean isExported = isTakenOutByHand() ? isExported() : requireNothingUnreplayed();
            if (isExported) forgetJournal(steps, options.named().isEmpty() ? 0 : 1);
            else if (isTakenOutByHand()) noteWhatIsLeft(notes);
            noteJournal(isExported, notes);
        } else noteJournal(false, notes);
        return steps;
    }

    private void noteJournal(boolean isExported, List<String> notes) {
        if (journal == null || !Files.exists(journal)) return;
        String stays = "the journal " + journal + " stays";
        if (isExported)
            notes.add(stays + ", with writes that are exported: give a later install another one");
        else if (marks.owner() == null) notes.add(stays);
        else
            notes.add(
                    "%s, and so does %s, which identifies it as this node's"
                            .formatted(stays, marks.identity()));
    }

    /** Lets a later installation have another journal: the writes of this one are exported. */
    private void forgetJournal(List<Plan.Step> steps, int at) throws IOException {
        Path identity = marks.identity();
        if (journal == null || !isLast(journal)) return;
        String before = String.join("\n", marks.lines());
        String after = String.join("\n", marks.linesWithoutJournal());
        steps.add(
                at,
                new Plan.Step(
                        TextDiff.of(identity.toString(), before + "\n", after + "\n"),
                        (files, progress) ->
                                files.write(
                                        identity,
                                        (after + "\n").getBytes(StandardCharsets.UTF_8),
                                        identity)));
    }

    /** Returns whether a journal is the one that the identity names. */
    private boolean isLast(Path exported) throws IOException {
        return marks.journalId() == null
                ? exported.equals(marks.journal())
                : marks.journalId().equals(JournalReader.inspect(exported).journalId());
    }

    private void removeYaml(List<Plan.Step> steps, List<String> notes) throws IOException {
        Path file = layout.firesteelYaml();
        if (!Files.exists(file)) return;
        if (FiresteelYaml.isAsWritten(file))
            steps.add(
                    new Plan.Step(
                            TextDiff.of(file.toString(), YamlFile.text(file), ""),
                            (files, progress) -> files.delete(file)));
        else notes.add("%s was edited, and stays: Cassandra does not read it".formatted(file));
    }

    /** Removes the agent, and the leftovers of an interrupted installation. */
    private void removeAgent(List<Plan.Step> steps) throws IOException {
        Path directory = layout.agentDirectory();
        if (!Files.isDirectory(directory)) return;
        boolean hasAgent = Files.exists(layout.agent());
        steps.add(
                new Plan.Step(
                        List.of(
                                hasAgent
                                        ? "delete the agent " + layout.agent()
                                        : "remove %s, unless it holds other files"
                                                .formatted(directory)),
                        (files, progress) -> {
                            for (Path each : List.of(layout.options(), layout.firesteelYaml()))
                                files.delete(DurableFiles.young(each));
                            files.delete(DurableFiles.young(layout.agent()));
                            files.delete(layout.agent());
                            if (isEmpty(directory)) files.delete(directory);
                        }));
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    /** Returns whether both the agent's line and the file that blocks a stock start are gone. */
    private boolean isTakenOutByHand() throws IOException {
        return options.named().isEmpty() && !marks.hasUnreplayed();
    }

    private void noteWhatIsLeft(List<String> notes) {
        if (journal == null || !JournalInspection.at(journal).mayHoldWrites()) return;
        notes.add(
                ("Firesteel was not loaded after its option was removed by hand, and the journal %s"
                                + " may hold writes. If an export of these was replayed, leave the"
                                + " journal alone: a second replay would bring deleted rows back. If not,"
                                + " export them now")
                        .formatted(journal));
    }

    /** Returns whether the journal holds writes that are exported; refuses others. */
    private boolean requireNothingUnreplayed() throws IOException {
        if (marks.hasUnreplayed())
            throw new InstallException(
                    "%s holds writes that are in no SSTable, according to %s%s"
                            .formatted(
                                    journal == null
                                            ? "the node's journal"
                                            : "the journal " + journal,
                                    marks.poison(),
                                    ADVICE));
        if (journal == null) return false;
        JournalInspection look = JournalInspection.at(journal);
        switch (look.state()) {
            case OPEN, DAMAGED, BLANK, MISFIT, CLOSED, OTHER_VERSION, VOLATILE ->
                    throw mayHold(look.why());
            case DIRTY -> {
                if (JournalReader.count(journal).isEmpty()) return false;
                requireExported(journal, look.why());
                return true;
            }
            case MISSING, UNREADABLE -> {
                // The agent's files show that the journal was drained; without them this is
                // unknown.
                if (!journal.equals(marks.journal()))
                    throw new InstallException(
                            ("the journal %s may hold writes that are in no SSTable, but cannot be"
                                            + " read (%s): make it available first")
                                    .formatted(journal, look.why()));
            }
            case CLEAN -> {}
        }
        return false;
    }

    /** Returns whether the journal holds writes, each of them exported to its place. */
    private boolean isExported() throws IOException {
        return journal != null
                && JournalInspection.at(journal).state() == JournalState.DIRTY
                && !JournalReader.count(journal).isEmpty()
                && PendingReplay.flawOfExport(journal, marks.directory()).isEmpty();
    }

    private void requireNothingUnarchived() throws IOException {
        int unarchived = marks.unarchived();
        if (unarchived > 0)
            throw new InstallException(
                    ("segments wait in %s for archive_command (%d): start the node until it has"
                                    + " archived them, or move them to the archive")
                            .formatted(marks.archiving(), unarchived));
    }

    private void requireExported(Path from, String why) throws IOException {
        Optional<String> flaw = PendingReplay.flawOfExport(from, marks.directory());
        if (flaw.isPresent()) throw mayHold(why + "; " + flaw.get());
    }

    private InstallException mayHold(String why) {
        return new InstallException(
                "the journal %s may hold writes that are in no SSTable (%s)%s"
                        .formatted(journal, why, ADVICE));
    }
}
