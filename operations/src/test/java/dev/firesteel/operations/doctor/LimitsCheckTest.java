// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitsCheckTest {
    @TempDir Path root;
    FedSystem system;

    @BeforeEach
    void feedWhatCassandraWants() throws IOException {
        system = new FedSystem(root);
        limits("unlimited", "10000", "32768");
        system.file("proc/sys/vm/max_map_count", "1048575")
                .file("proc/meminfo", "MemTotal:  16 kB\nSwapTotal:             0 kB");
    }

    private void limits(String memory, String files, String processes) {
        system.file(
                "proc/self/limits",
                """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             1024                 %s                processes
                Max open files            1024                 %s               files
                Max locked memory         %s            unlimited              bytes
                Max nice priority         0                    0"""
                        .formatted(processes, files, memory));
    }

    @Test
    void isContentWithWhatCassandraWants() {
        assertThat(findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.OK));
    }

    @Test
    void notesEachLimitThatIsLower() {
        limits("8388608", "9999", "32767");
        system.file("proc/sys/vm/max_map_count", "65530")
                .file("proc/meminfo", "SwapTotal:       2097152 kB");
        assertThat(findings())
                .allMatch(finding -> finding.level() == Level.NOTE)
                .extracting(Finding::says)
                .satisfiesExactly(
                        says -> assertThat(says).contains("8MiB", "memlock"),
                        says -> assertThat(says).contains("9999", "nofile", "10000"),
                        says -> assertThat(says).contains("32767", "nproc", "32768"),
                        says -> assertThat(says).contains("65530", "1048575"),
                        says -> assertThat(says).contains("2GiB of swap"));
        assertThat(findings())
                .allMatch(finding -> finding.advice().matches(".*(Limit|sysctl|swapoff).*"));
    }

    @Test
    void doesNotTakeSilenceForEnough() {
        system.file("proc/self/limits", "").file("proc/sys/vm/max_map_count", "many");
        assertThat(findings())
                .hasSize(4)
                .allMatch(finding -> finding.says().contains("does not report"));
    }

    private List<Finding> findings() {
        return new LimitsCheck(system.files()).findings();
    }
}
