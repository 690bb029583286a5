// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.operations.doctor.Place.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpaceCheckTest {
    private static final long MIB = 1 << 20;

    @TempDir Path root;

    @ParameterizedTest
    @CsvSource({
        "DIRECTORY, 0, PROBLEM",
        "DIRECTORY, 256, PROBLEM",
        "DIRECTORY, 257, NOTE",
        "DIRECTORY, 4096, OK",
        "FILE, 0, NOTE"
    })
    void weighsWhatIsLeft(Kind kind, long mebibytes, Level level) {
        assertThat(
                        new SpaceCheck(Fed.place(kind, mebibytes * MIB, 4096), Optional.empty())
                                .findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(level))
                .satisfies(
                        finding ->
                                assertThat(finding.facts())
                                        .containsEntry("usableBytes", mebibytes * MIB));
    }

    @Test
    void weighsADevice() throws IOException {
        FedSystem system = new FedSystem(root);
        Drive drive = system.drive("nvme0n1", Map.of());
        SpaceCheck check = new SpaceCheck(Fed.place(Kind.BLOCK_DEVICE), Optional.of(drive));
        assertThat(check.findings().get(0).says()).isEqualTo("The device has 1GiB.");
        system.file("sys/devices/nvme0n1/size", "2048");
        assertThat(check.findings().get(0).level()).isEqualTo(Level.PROBLEM);
    }
}
