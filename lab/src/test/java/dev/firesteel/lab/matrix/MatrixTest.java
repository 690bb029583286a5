// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.crash.CampaignException;
import dev.firesteel.lab.crash.CampaignLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixTest {
    @TempDir Path directory;

    @Test
    void deletesNothingOfOneThatIsAtWork() throws IOException {
        MatrixSettings settings = SmallMatrix.in(directory, Path.of("unused"), Mode.BATCH);
        Path works = MatrixRun.directory(settings.storages().get(0));
        Path rows = file(works.resolve("data/loaded/data/rows.db"));
        Path node = file(works.resolve("node/data/rows.db"));
        try (CampaignLock lock = CampaignLock.take(works)) {
            assertThatThrownBy(() -> matrix(settings).run())
                    .isInstanceOf(CampaignException.class)
                    .hasMessage("Another firesteel is at work in " + works);
        }
        assertThat(rows).exists();
        assertThat(node).exists();
    }

    @Test
    void figuresOfAnotherLimitAreNotTakenForItsOwn() throws IOException {
        MatrixSettings settings = SmallMatrix.in(directory, Path.of("unused"), Mode.BATCH);
        MatrixCell cell = new MatrixCell("a", "uniform", 0.1, "slow");
        MatrixResult slow = SmallMatrix.result(cell, 5);
        MatrixResult slower =
                new MatrixResult(
                        cell,
                        20,
                        slow.dataBytes(),
                        true,
                        slow.opsPerSecond(),
                        0,
                        slow.readBytesPerOp(),
                        slow.operations());
        matrix(settings).open().add(slower);
        Path rows = file(MatrixRun.directory(settings.storages().get(0)).resolve("data/x.db"));
        assertThatThrownBy(() -> matrix(settings).run())
                .isInstanceOf(MatrixException.class)
                .hasMessageContaining("cells of a storage 'slow' with iops=20, and not 30");
        assertThat(rows).exists();
    }

    private static Path file(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        return Files.writeString(path, "rows");
    }

    private static Matrix matrix(MatrixSettings settings) {
        return new Matrix(
                settings,
                "test",
                journal -> {},
                new TellingListener(),
                InstantSource.fixed(Instant.EPOCH),
                () -> 0);
    }
}
