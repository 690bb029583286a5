// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.export.ExportSummary;
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
    List<String> lines() {
        List<String> lines = JournalText.lines(summary.read(), summary.damages());
        if (!summary.isWritten()) return lines;
        lines.add("files       " + files());
        if (summary.fillers() > 0)
            lines.add(
                    "fillers     %d, in the place of what is torn or damaged: Cassandra will say that it skipped so many mutations of table %s"
                            .formatted(summary.fillers(), ExportSummary.FILLER_TABLE));
        lines.addAll(nextSteps());
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
                "To go on without Firesteel, while the node is down:",
                summary.files().isEmpty()
                        ? "  1. there is nothing to put into its commitlog_directory"
                        : "  1. copy the files into its commitlog_directory, and give them to the user who runs Cassandra (chown)",
                "  2. if segments wait in archiving/ there, put them into the archive: they need not be in these files",
                "  3. with change data capture: delete each CommitLog-*_cdc.idx in cdc_raw that does not say COMPLETED, and its .log: Cassandra would take that part for the whole",
                "  4. move CommitLog-7-1.log, which is no commit log, out of commitlog_directory",
                "  5. 'firesteel uninstall', which looks whether the files are whole; or remove the -javaagent option by hand",
                "  6. start it: it replays the files, and then deletes them in commitlog_directory",
                "What the node writes with Firesteel after this export is not in it. If Firesteel is to",
                "come back, make it a new journal: it would replay this one again.");
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
