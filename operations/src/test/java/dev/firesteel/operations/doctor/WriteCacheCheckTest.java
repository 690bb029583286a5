// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteCacheCheckTest {
    @TempDir Path root;
    FedSystem system;

    @BeforeEach
    void feed() throws IOException {
        system = new FedSystem(root);
    }

    @Test
    void tellsWhatTheKernelBelieves() {
        assertThat(of(Fed.PROTECTED).says()).contains("no volatile write cache");
        assertThat(of(Fed.HONEST).says()).contains("has a volatile write cache", "(FUA)");
        assertThat(of(Fed.WITHOUT_FUA))
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.NOTE))
                .satisfies(finding -> assertThat(finding.says()).contains("no FUA"))
                .satisfies(finding -> assertThat(finding.facts()).containsEntry("fua", false));
        assertThat(of(Map.of()).says()).contains("does not report");
    }

    @Test
    void saysNothingWhereThereIsNoDrive() {
        assertThat(new WriteCacheCheck(Optional.empty()).findings()).isEmpty();
    }

    private Finding of(Map<String, String> queue) {
        Drive drive = system.drive("drive" + queue.hashCode(), queue);
        return new WriteCacheCheck(Optional.of(drive)).findings().get(0);
    }
}
