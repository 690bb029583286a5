// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLedgerTest {
    @TempDir Path directory;

    private final List<String> given = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private boolean accepts = true;
    private final FileLedger ledger =
            new FileLedger(
                    LifetimeMap.preset("rocksdb").orElseThrow(),
                    (file, lifetime) -> {
                        given.add(file.getFileName() + " " + lifetime.text());
                        return accepts;
                    },
                    () -> now);

    private Path file(String name, int bytes) throws Exception {
        return Files.write(directory.resolve(name), new byte[bytes]);
    }

    private LifetimeRow row(FileKind kind, int level) {
        StorageStack stack = new StorageStack(directory, directory.resolve("none"));
        return ledger.rows(stack).stream()
                .filter(row -> row.files().equals(new FileClass(kind, level)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aFileGetsTheLifetimeOfItsSSTablesLevelOnce() throws Exception {
        ledger.level(directory.resolve("nb-1-big"), 2);
        Path data = file("nb-1-big-Data.db", 10);
        ledger.opened(data, false);
        ledger.opened(data, false);
        assertThat(given).containsExactly("nb-1-big-Data.db long");
        LifetimeRow row = row(FileKind.DATA, 2);
        assertThat(row.alive()).isOne();
        assertThat(row.bytes()).isEqualTo(10);
        assertThat(row.accepted()).isOne();
        assertThat(row.acts().acts()).isEqualTo("unknown");
    }

    @Test
    void whatTheKernelRefusesIsCounted() throws Exception {
        accepts = false;
        ledger.opened(file("nb-1-big-Data.db", 1), false);
        assertThat(row(FileKind.DATA, FileClass.NO_LEVEL).refused()).isOne();
        assertThat(row(FileKind.DATA, FileClass.NO_LEVEL).accepted()).isZero();
    }

    @Test
    void truncationMakesAnotherFileAndRenamingDoesNot() throws Exception {
        Path statistics = file("nb-1-big-Statistics.db", 1);
        ledger.opened(statistics, false);
        now = Instant.ofEpochSecond(10);
        ledger.opened(statistics, true);
        Path newer = directory.resolve("nb-1-big-Statistics.db.tmp");
        ledger.opened(newer, false);
        ledger.renamed(newer, statistics);
        LifetimeRow row = row(FileKind.STATISTICS, FileClass.NO_LEVEL);
        assertThat(row.created()).isEqualTo(3);
        assertThat(row.alive()).isOne();
        assertThat(row.deleted()).isEqualTo(2);
        assertThat(row.meanAgeSeconds()).isEqualTo(5);
    }

    @Test
    void aFileThatIsGoneUnseenIsNoticed() throws Exception {
        Path data = file("nb-1-big-Data.db", 1);
        ledger.opened(data, false);
        Files.delete(data);
        assertThat(row(FileKind.DATA, FileClass.NO_LEVEL).alive()).isZero();
        assertThat(row(FileKind.DATA, FileClass.NO_LEVEL).deleted()).isOne();
    }

    @Test
    void aFileThatIsMissedWhileItIsRenamedIsNotGone() throws Exception {
        Path data = file("nb-1-big-Data.db", 1);
        ledger.opened(data, false);
        Path moved = Files.move(data, data.resolveSibling("nb-2-big-Data.db"));
        assertThat(row(FileKind.DATA, FileClass.NO_LEVEL).alive()).isZero();
        ledger.renamed(data, moved);
        assertThat(row(FileKind.DATA, FileClass.NO_LEVEL).alive()).isOne();
        assertThat(row(FileKind.DATA, FileClass.NO_LEVEL).deleted()).isZero();
    }
}
