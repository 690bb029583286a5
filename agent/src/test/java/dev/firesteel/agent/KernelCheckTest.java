// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelCheckTest {
    private static final Path JOURNAL = Path.of("/flash/journal");

    @ParameterizedTest
    @CsvSource({
        "6.1.63, false",
        "6.1.64, true",
        "6.1.65-amd64, true",
        "6.1.66, false",
        "6.10.64, false",
        "6.18.0+, false",
        "'', false"
    })
    void knowsTheKernelsThatCorruptExt4(String release, boolean affected) {
        assertThat(new KernelCheck(release, false).isAffected()).isEqualTo(affected);
    }

    @Test
    void refusesAJournalOnExt4UnderSuchAKernel() {
        assertThatThrownBy(() -> new KernelCheck("6.1.64", false).check(JOURNAL, "ext4"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("6.1.64")
                .hasMessageContaining("/flash/journal");
    }

    @Test
    void allowsOtherFileSystemsAndWhatTheOperatorAccepts() {
        assertThatCode(() -> new KernelCheck("6.1.64", false).check(JOURNAL, "xfs"))
                .doesNotThrowAnyException();
        assertThatCode(() -> new KernelCheck("6.1.64", true).check(JOURNAL, "ext4"))
                .doesNotThrowAnyException();
    }
}
