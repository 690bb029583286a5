// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.crash.FiresteelTarget;
import dev.firesteel.lab.crash.StockTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which failed starts count as reports of damage. */
class DamageReportTest {
    private static final int REFUSED = 100;
    private static final int FAILED = 3;
    private static final String EXITING =
            "ERROR [main] 2026-11-21 10:00:00,000 JVMStabilityInspector.java:199 - Exiting due to"
                    + " error while processing commit log during initialization.\n";
    private static final String EXCEPTION =
            "org.apache.cassandra.db.commitlog.CommitLogReadHandler$CommitLogReadException: ";
    private static final String DAMAGE =
            "The journal is damaged: record 7 of epoch 3 is missing between intact records, though"
                    + " everything up to record 9 was durable\n";
    private static final String CHECKSUM = "Mutation checksum failure at 4711 in Next section\n";

    private static final DamageReport OF_JOURNAL =
            new DamageReport(new FiresteelTarget(Path.of("agent"), Path.of("j")).damageMessage());
    private static final DamageReport OF_COMMIT_LOG =
            new DamageReport(new StockTarget().damageMessage());

    @TempDir Path directory;
    private Path log;
    private LogTail tail;

    @BeforeEach
    void begin() throws IOException {
        log = directory.resolve("system.log");
        Files.writeString(log, "INFO  [main] an earlier start\n");
        tail = LogTail.at(log);
    }

    @Test
    void isMadeByANodeThatNamesTheDamageOfItsJournal() throws IOException {
        logs(EXITING + EXCEPTION + DAMAGE);
        assertThat(OF_JOURNAL.isMadeBy(REFUSED, tail)).isTrue();
    }

    @Test
    void isMadeByAStockNodeThatCannotReadItsCommitLog() throws IOException {
        logs(EXITING + EXCEPTION + CHECKSUM);
        assertThat(OF_COMMIT_LOG.isMadeBy(REFUSED, tail)).isTrue();
    }

    @Test
    void isNotMadeByANodeThatEndsForAnotherReason() throws IOException {
        logs("ERROR [main] Firesteel: cannot open the journal j: in use\n");
        assertThat(OF_JOURNAL.isMadeBy(FAILED, tail)).isFalse();
        assertThat(OF_JOURNAL.isMadeBy(REFUSED, tail)).isFalse();
    }

    @Test
    void isNotMadeByANodeThatSaysNothing() {
        assertThat(OF_JOURNAL.isMadeBy(REFUSED, tail)).isFalse();
        assertThat(OF_COMMIT_LOG.isMadeBy(REFUSED, tail)).isFalse();
    }

    @Test
    void isNotMadeByAnErrorOfTheLogThatIsNotDamage() throws IOException {
        logs(EXITING + "java.nio.file.FileSystemException: no space left on device\n");
        assertThat(OF_JOURNAL.isMadeBy(REFUSED, tail)).isFalse();
        assertThat(OF_COMMIT_LOG.isMadeBy(REFUSED, tail)).isFalse();
    }

    @Test
    void isNotMadeByDamageThatWasOverlookedBeforeTheNodeFailedForAnotherReason()
            throws IOException {
        logs("ERROR [main] - Ignoring commit log replay error\n" + EXCEPTION + DAMAGE);
        assertThat(OF_JOURNAL.isMadeBy(REFUSED, tail)).isFalse();
        assertThat(OF_COMMIT_LOG.isMadeBy(REFUSED, tail)).isFalse();
    }

    @Test
    void isNotMadeByANodeThatWasKilledAfterwards() throws IOException {
        logs(EXITING + EXCEPTION + DAMAGE);
        assertThat(OF_JOURNAL.isMadeBy(137, tail)).isFalse();
    }

    @Test
    void isNotMadeByAnEarlierStart() throws IOException {
        logs(EXITING + EXCEPTION + DAMAGE);
        assertThat(OF_JOURNAL.isMadeBy(REFUSED, LogTail.at(log))).isFalse();
    }

    /** An intact record with an entry that Cassandra cannot read is a flaw, not damage. */
    @Test
    void isNotMadeOfAJournalByWhatCassandraCannotRead() throws IOException {
        logs(EXITING + EXCEPTION + "Unexpected error deserializing mutation\n");
        assertThat(OF_JOURNAL.isMadeBy(REFUSED, tail)).isFalse();
    }

    private void logs(String text) throws IOException {
        Files.writeString(log, text, StandardOpenOption.APPEND);
    }
}
