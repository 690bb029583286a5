// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import dev.firesteel.cli.common.Size;
import dev.firesteel.export.ExportSummary;
import dev.firesteel.lab.WrappedText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Formats the summary of an export for people (lines) and for machines (fields).
 *
 * @param directory the directory of the files
 */
record ExportText(ExportSummary summary, Path directory) {
    /** The column of values. */
    private static final int VALUES = 12;

    /** The column of the text of a step. */
    private static final int STEPS = 5;

    List<String> lines() {
        List<String> lines = JournalText.lines(summary.read(), summary.damages());
        if (!summary.isWritten()) return lines;
        lines.add("files       " + files());
        if (summary.fillers() > 0)
            lines.addAll(
                    WrappedText.lines(
                            ("fillers     %d, in place of torn or damaged entries: Cassandra will"
                                            + " report that many skipped mutations of table %s")
                                    .formatted(summary.fillers(), ExportSummary.FILLER_TABLE),
                            VALUES));
        for (String each : nextSteps()) lines.addAll(WrappedText.lines(each, STEPS));
        return lines;
    }

    private String files() {
        if (summary.files().isEmpty()) return "none: the journal holds no entry";
        return "%d, %s, in %s"
                .formatted(summary.files().size(), new Size(summary.fileBytes()), directory);
    }

    private List<String> nextSteps() {
        return List.of(
                "",
                "To continue without Firesteel, while the node is down:",
                summary.files().isEmpty()
                        ? "  1. nothing has to be copied into its commitlog_directory"
                        : "  1. copy the files into its commitlog_directory, and give them to the user who runs Cassandra (chown)",
                "  2. if segments wait in archiving/ there, put them into the archive: they may be"
                        + " missing from these files",
                "  3. with change data capture: delete each CommitLog-*_cdc.idx in cdc_raw that"
                        + " does not say COMPLETED, and its .log: Cassandra would take this part"
                        + " for the whole segment",
                "  4. move CommitLog-7-1.log, which is no commit log, out of commitlog_directory",
                "  5. run 'firesteel uninstall', which checks that the files are complete; or"
                        + " remove the -javaagent option by hand",
                "  6. start it: it replays the files, and then deletes them in commitlog_directory",
                "Writes that the node makes with Firesteel after this export are not in it.",
                "To use Firesteel again, make a new journal: this one would be replayed twice.");
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = JournalText.fields(summary.read(), summary.damages());
        fields.put("exported", summary.isWritten());
        fields.put("files", new ArrayList<>(summary.files()));
        fields.put("fileBytes", summary.fileBytes());
        fields.put("fillers", summary.fillers());
        fields.put("fillerTable", ExportSummary.FILLER_TABLE);
        return fields;
    }
}
