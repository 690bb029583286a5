// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayNoteTest {
    private static final String LINE =
            "INFO  [main] 2026-11-28 10:00:00,000 JournalCommitLog.java:200 - Replayed the journal:"
                    + " 3 segments held %s mutations; %s changes to tables were in no SSTable; 0"
                    + " records were torn, and so never acknowledged\n";

    @TempDir Path directory;

    @Test
    void countsTheWritesThatCameBackWithThisStart() throws IOException {
        Path log = directory.resolve("system.log");
        ReplayNote first = ReplayNote.before(log);
        Files.writeString(log, "INFO nothing\n");
        assertThat(first.line("")).isEmpty();
        Files.writeString(log, LINE.formatted("7", "5"));
        assertThat(first.line(""))
                .hasValue(
                        "Replayed  7 writes of the journal: 5 changes to tables were in no SSTable");
        ReplayNote second = ReplayNote.before(log);
        assertThat(second.line("")).isEmpty();
        Files.writeString(log, LINE.formatted("7", "5") + LINE.formatted("9", "0"));
        assertThat(second.line("")).isEmpty();
        Files.writeString(log, "anew\n" + LINE.formatted("120", "98"));
        assertThat(new ReplayNote(log, 1_000_000).line(""))
                .hasValueSatisfying(line -> assertThat(line).startsWith("Replayed  120 writes"));
    }
}
