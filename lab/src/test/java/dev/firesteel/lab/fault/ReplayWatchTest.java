// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with log lines of Cassandra 5.0.9 and of the agent. */
class ReplayWatchTest {
    private static final String OPENED =
            "INFO  [main] 2026-11-22 00:05:30,609 ColumnFamilyStore.java:502 - Initializing firesteel_lab.ledger\n";
    private static final String STOCK_BEGINS =
            "INFO  [main] 2026-11-22 00:05:30,700 CommitLog.java:206 - Replaying /c/CommitLog-8-1.log\n";
    private static final String STOCK_ENDS =
            "INFO  [main] 2026-11-22 00:05:31,300 CommitLog.java:210 - Log replay complete, 926 replayed mutations in 600 ms\n";
    private static final String JOURNAL_BEGINS =
            "INFO  [main] 2026-11-22 00:05:30,700 JournalCommitLog.java:129 - Replaying the journal\n";
    private static final String JOURNAL_ENDS =
            "INFO  [main] 2026-11-22 00:05:31,571 JournalCommitLog.java:132 - Replayed the journal: 3 segments held 7463 mutations; 6445 changes to tables were in no SSTable; 0 records were torn, and so never acknowledged\n";
    private static final String NOTHING_TO_REPLAY =
            "INFO  [main] 2026-11-22 00:05:30,700 CommitLog.java:201 - No commitlog files found; skipping replay\n";

    @TempDir Path directory;
    private Path log;

    /** Lines of an earlier start do not count. */
    @BeforeEach
    void create() throws IOException {
        log = directory.resolve("system.log");
        Files.writeString(log, OPENED + STOCK_BEGINS + STOCK_ENDS);
    }

    @Test
    void seesAJournalsReplayBeginAndEnd() throws IOException {
        followsAReplay(JOURNAL_BEGINS, JOURNAL_ENDS);
    }

    @Test
    void seesAStockReplayBeginAndEnd() throws IOException {
        followsAReplay(STOCK_BEGINS, STOCK_ENDS);
    }

    @Test
    void takesAReplayOfNothingForOver() throws IOException {
        ReplayWatch replay = ReplayWatch.of(log);
        say(OPENED + NOTHING_TO_REPLAY);
        assertThat(replay.state()).isEqualTo(ReplayState.OVER);
    }

    private void followsAReplay(String begins, String ends) throws IOException {
        ReplayWatch replay = ReplayWatch.of(log);
        assertThat(replay.state()).isEqualTo(ReplayState.AHEAD);
        say(OPENED);
        assertThat(replay.state()).isEqualTo(ReplayState.AHEAD);
        say(begins);
        assertThat(replay.state()).isEqualTo(ReplayState.RUNNING);
        say(ends);
        assertThat(replay.state()).isEqualTo(ReplayState.OVER);
    }

    private void say(String lines) throws IOException {
        Files.writeString(log, lines, StandardOpenOption.APPEND);
    }
}
