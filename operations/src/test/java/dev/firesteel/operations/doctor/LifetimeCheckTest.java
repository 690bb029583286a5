// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LifetimeCheckTest {
    @TempDir Path root;
    FedSystem system;

    @BeforeEach
    void feed() throws IOException {
        system = new FedSystem(root);
    }

    @Test
    void keepsAcceptedAndKnownToActApart() {
        List<Finding> findings = findings("ext4", "nvme0n1", Map.of(), Fed.trial(1));
        assertThat(findings)
                .satisfiesExactly(
                        accepted ->
                                assertThat(accepted.facts())
                                        .containsOnly(Map.entry("accepted", true)),
                        acts ->
                                assertThat(acts.facts())
                                        .containsOnly(Map.entry("knownToAct", "no")));
    }

    @Test
    void saysWhatTheKernelSaidWhenItRefused() {
        Trial refused =
                new Trial(
                        Trial.Direct.TAKEN,
                        new Trial.Hint(true, "[1] Operation not permitted"),
                        List.of(),
                        Trial.Flushes.UNKNOWN,
                        null);
        assertThat(findings("ext4", "nvme0n1", Map.of(), refused).get(0))
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.NOTE))
                .satisfies(finding -> assertThat(finding.says()).contains("not permitted"));
    }

    @Test
    void saysNothingOfHintsThatWereNotTried() {
        assertThat(findings("ext4", "nvme0n1", Map.of(), Fed.untried("busy"))).hasSize(1);
    }

    private List<Finding> findings(
            String type, String drive, Map<String, String> queue, Trial trial) {
        return new LifetimeCheck(
                        Optional.of(Fed.mount(type)),
                        Optional.of(system.drive(drive, queue)),
                        trial)
                .findings();
    }
}
