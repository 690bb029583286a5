// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CdcSettingsTest {
    @TempDir Path directory;

    @Test
    void refuseTheCommitLogDirectoryAlsoByALink() throws Exception {
        Path commitLog = Files.createDirectory(directory.resolve("commitlog"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), commitLog);
        for (Path each : new Path[] {commitLog, link})
            assertThatThrownBy(() -> CdcSettings.requireApart(each, commitLog))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining(
                            "cdc_raw_directory, " + each + ", is commitlog_directory");
        Path apart = Files.createDirectory(directory.resolve("cdc_raw"));
        assertThatCode(() -> CdcSettings.requireApart(apart, commitLog)).doesNotThrowAnyException();
    }
}
