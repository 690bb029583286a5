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

class SuspiciousLatencyCheckTest {
    private static final long FAST = SuspiciousLatencyCheck.RULE_NANOS - 1;
    private static final long SLOW = SuspiciousLatencyCheck.RULE_NANOS;

    @TempDir Path root;
    FedSystem system;

    @BeforeEach
    void feed() throws IOException {
        system = new FedSystem(root);
    }

    @Test
    void suspectsAVolatileCacheThatAnswersBeforeFlashCould() {
        assertThat(of("nvme0n1", Fed.HONEST, FAST))
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.NOTE))
                .satisfies(
                        finding ->
                                assertThat(finding.says()).contains("cannot distinguish the two"))
                .satisfies(finding -> assertThat(finding.advice()).contains("power-loss"));
        assertThat(of("nvme0n1", Fed.HONEST, SLOW).level()).isEqualTo(Level.OK);
    }

    @Test
    void takesADriveThatReportsNoVolatileCacheAtItsWord() {
        assertThat(of("nvme0n1", Fed.PROTECTED, FAST).level()).isEqualTo(Level.OK);
    }

    @Test
    void doesNotTakeAHypervisorAtItsWord() {
        assertThat(of("vda", Fed.PROTECTED, FAST).level()).isEqualTo(Level.NOTE);
    }

    @Test
    void neverCallsASlowDriveProven() {
        assertThat(of("nvme0n1", Fed.HONEST, SLOW).says()).contains("no proof");
    }

    @Test
    void saysNothingWithoutDriveOrMeasurement() {
        Drive drive = system.drive("nvme0n1", Fed.HONEST);
        assertThat(new SuspiciousLatencyCheck(Optional.empty(), Fed.trial(FAST)).findings())
                .isEmpty();
        assertThat(new SuspiciousLatencyCheck(Optional.of(drive), Fed.untried("busy")).findings())
                .isEmpty();
    }

    private Finding of(String name, Map<String, String> queue, long median) {
        Drive drive = system.drive(name, queue);
        return new SuspiciousLatencyCheck(Optional.of(drive), Fed.trial(median)).findings().get(0);
    }
}
