// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopyOnWriteCheckTest {
    private static List<Finding> findings(String type, String... options) {
        return new CopyOnWriteCheck(Optional.of(Fed.mount(type, options))).findings();
    }

    @ParameterizedTest
    @ValueSource(strings = {"btrfs", "zfs", "bcachefs", "f2fs", "nilfs2"})
    void notesWhatWritesToAnotherPlace(String type) {
        assertThat(findings(type, "rw"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.NOTE))
                .satisfies(finding -> assertThat(finding.says()).startsWith(type + " on /flash"))
                .satisfies(
                        finding -> assertThat(finding.facts()).containsEntry("copyOnWrite", true));
    }

    @Test
    void saysNothingOfWhatWritesInPlace() {
        assertThat(findings("ext4", "rw")).isEmpty();
        assertThat(findings("xfs", "rw")).isEmpty();
        assertThat(findings("btrfs", "rw", "nodatacow")).isEmpty();
        assertThat(new CopyOnWriteCheck(Optional.empty()).findings()).isEmpty();
    }
}
