// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelBugCheckTest {
    @TempDir Path root;

    @ParameterizedTest
    @CsvSource({
        "6.1.63, ext4, OK",
        "6.1.64, ext4, PROBLEM",
        "6.1.65-amd64, ext4, PROBLEM",
        "6.1.64, xfs, NOTE",
        "6.1.66, ext4, OK",
        "6.1.640, ext4, OK",
        "6.10.64, ext4, OK",
        "6.18.44-custom, ext4, OK",
        "'', ext4, NOTE"
    })
    void knowsTheKernelsThatCorruptExt4(String release, String type, Level level)
            throws IOException {
        FedSystem system = new FedSystem(root).file("proc/sys/kernel/osrelease", release);
        assertThat(
                        new KernelBugCheck(system.files(), Optional.of(Fed.mount(type)))
                                .findings()
                                .get(0)
                                .level())
                .isEqualTo(level);
    }
}
