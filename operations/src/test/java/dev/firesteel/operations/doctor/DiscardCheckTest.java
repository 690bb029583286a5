// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DiscardCheckTest {
    private static List<Finding> findings(String type, String... options) {
        return new DiscardCheck(Optional.of(Fed.mount(type, options))).findings();
    }

    @Test
    void notesWhatDiscardsAtOnce() {
        assertThat(findings("ext4", "rw", "discard"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.NOTE))
                .satisfies(
                        finding ->
                                assertThat(finding.says())
                                        .startsWith("ext4 on /flash trims deleted files"))
                .satisfies(finding -> assertThat(finding.advice()).contains("fstrim.timer"))
                .satisfies(finding -> assertThat(finding.facts()).containsEntry("discard", true));
    }

    @Test
    void isContentWithoutTheOption() {
        assertThat(findings("xfs", "rw", "nodiscard"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.OK))
                .satisfies(finding -> assertThat(finding.facts()).containsEntry("discard", false));
    }

    @Test
    void saysNothingOfFileSystemsThatDiscardInTheBackgroundOrHaveNoDrive() {
        assertThat(findings("f2fs", "rw", "discard")).isEmpty();
        assertThat(findings("btrfs", "rw", "discard=async")).isEmpty();
        assertThat(new DiscardCheck(Optional.empty()).findings()).isEmpty();
    }
}
