// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.operations.doctor.Trial.Direct;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectIoCheckTest {
    @ParameterizedTest
    @CsvSource({
        "HONOURED, ext4, OK, is honoured",
        "TAKEN, , OK, is accepted by the device",
        "CACHED, tmpfs, NOTE, tmpfs keeps the written data",
        "REFUSED, ecryptfs, PROBLEM, is refused by ecryptfs"
    })
    void tellsAcceptedFromHonoured(Direct direct, String type, Level level, String says) {
        assertThat(findings(direct, type))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(level))
                .satisfies(finding -> assertThat(finding.says()).contains(says));
    }

    @Test
    void knowsTheUsualReasonOnExt4() {
        assertThat(findings(Direct.CACHED, "ext4").get(0).advice()).contains("data=journal");
    }

    @Test
    void saysNothingThatWasNotTried() {
        assertThat(findings(Direct.NOT_TRIED, "ext4")).isEmpty();
    }

    private static List<Finding> findings(Direct direct, String type) {
        return new DirectIoCheck(
                        Optional.ofNullable(type).map(Fed::mount),
                        Fed.trial(direct, 200_000, Trial.Flushes.UNKNOWN))
                .findings();
    }
}
