// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with log lines of Cassandra 5.0.9. */
class ReplayLogTest {
    private static final String BEFORE =
            """
            INFO  [main] 2026-11-21 23:59:57,405 ColumnFamilyStore.java:502 - Initializing system.local
            INFO  [main] 2026-11-21 23:59:57,901 StorageService.java:1086 - Populating token metadata from system tables
            INFO  [main] 2026-11-21 23:59:57,919 StorageService.java:1080 - Token metadata: Normal Tokens:
            /127.0.3.1:7000:[-8344974285248610612, -7527302352636259817]

            INFO  [main] 2026-11-21 23:59:58,396 ColumnFamilyStore.java:502 - Initializing ycsb.usertable
            INFO  [main] 2026-11-21 23:59:58,412 ColumnFamilyStore.java:502 - Initializing system_traces.sessions
            INFO  [main] 2026-11-21 23:59:58,418 CacheService.java:121 - Initializing key cache with capacity of 25 MiBs.
            """;
    private static final String COMMIT_LOG =
            """
            INFO  [main] 2026-11-21 23:59:58,450 CommitLog.java:196 - Replaying /c/CommitLog-8-1.log, /c/CommitLog-8-2.log
            INFO  [main] 2026-11-21 23:59:59,450 CommitLogReader.java:260 - Finished reading /c/CommitLog-8-1.log
            INFO  [MemtableFlushWriter:1] 2026-11-22 00:00:01,000 ColumnFamilyStore.java:502 - Initializing ycsb.usertable
            INFO  [main] 2026-11-22 00:00:01,300 CommitLog.java:200 - Log replay complete, 926000 replayed mutations in 2850 ms
            """;
    private static final String JOURNAL =
            """
            INFO  [main] 2026-11-22 00:00:01,300 JournalCommitLog.java:145 - Replayed the journal: 33 segments held 926090 mutations; 926001 changes to tables were in no SSTable; 0 records were torn, and so never acknowledged
            """;
    private static final String AFTER =
            """
            INFO  [main] 2026-11-22 00:00:01,412 StorageService.java:1086 - Populating token metadata from system tables
            INFO  [main] 2026-11-22 00:00:02,000 StorageService.java:1086 - Populating token metadata from system tables
            """;

    @TempDir Path directory = Path.of("");

    /**
     * Measures from the opening of the last table to the return of the recovery, across midnight.
     */
    @Test
    void measuresBetweenTheSameEventsWhateverIsReplayed() throws IOException {
        assertThat(parse(BEFORE + COMMIT_LOG + AFTER).seconds()).isCloseTo(3.0, within(1e-9));
        assertThat(parse(BEFORE + JOURNAL + AFTER).seconds()).isCloseTo(3.0, within(1e-9));
    }

    @Test
    void readsHowManyMutationsWereReplayed() throws IOException {
        assertThat(parse(BEFORE + COMMIT_LOG + AFTER).mutations()).isEqualTo(926_000);
        assertThat(parse(BEFORE + JOURNAL + AFTER).mutations()).isEqualTo(926_001);
    }

    /** Cassandra 5.0.0 does not log the duration. */
    @Test
    void readsAlsoWhatTheLowestReleaseSays() throws IOException {
        assertThat(parse(BEFORE + COMMIT_LOG.replace(" in 2850 ms", "") + AFTER).mutations())
                .isEqualTo(926_000);
    }

    @Test
    void ignoresWhatWasSaidOfAnEarlierStart() throws IOException {
        Path file = directory.resolve("system.log");
        Files.writeString(file, BEFORE + COMMIT_LOG + AFTER);
        ReplayLog log = ReplayLog.of(file);
        Files.writeString(file, BEFORE + JOURNAL + AFTER, StandardOpenOption.APPEND);
        assertThat(log.read().mutations()).isEqualTo(926_001);
    }

    @Test
    void readsAllOfALogThatWasBegunAnew() throws IOException {
        Path file = directory.resolve("system.log");
        Files.writeString(file, (BEFORE + COMMIT_LOG + AFTER).repeat(2));
        ReplayLog log = ReplayLog.of(file);
        Files.writeString(file, BEFORE + JOURNAL + AFTER);
        assertThat(log.read().mutations()).isEqualTo(926_001);
    }

    @Test
    void refusesAStartWithoutAReplay() {
        assertThatThrownBy(() -> parse(BEFORE + AFTER))
                .isInstanceOf(BenchException.class)
                .hasMessage("The node has logged no replayed changes in system.log");
        assertThatThrownBy(() -> parse(BEFORE + JOURNAL))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("the beginning and end of its replay");
        assertThatThrownBy(() -> parse(COMMIT_LOG + AFTER))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("the beginning and end of its replay");
    }

    private static ReplayTimes parse(String log) throws IOException {
        List<String> lines = log.lines().toList();
        return ReplayLog.parse(lines, Path.of("system.log"));
    }
}
