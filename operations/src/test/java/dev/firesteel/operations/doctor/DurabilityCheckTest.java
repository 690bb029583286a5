// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.operations.doctor.Trial.Direct;
import dev.firesteel.operations.doctor.Trial.Flushes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurabilityCheckTest {
    private static final Mount EXT4 = Fed.mount("ext4", "rw");

    @TempDir Path root;
    FedSystem system;

    @BeforeEach
    void feed() throws IOException {
        system = new FedSystem(root);
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 1000, true, OK",
        "1000, 1700, true, OK",
        "1000, 12, true, NOTE",
        "1000, 0, true, PROBLEM",
        "1000, 0, false, NOTE"
    })
    void countsTheFlushesOfAVolatileCache(int writes, long flushes, boolean ever, Level level) {
        assertThat(of(EXT4, Fed.WITHOUT_FUA, new Flushes(writes, flushes, ever)).level())
                .isEqualTo(level);
    }

    @Test
    void expectsNoFlushWhereNoneIsNeeded() {
        Flushes none = new Flushes(1000, 0, true);
        assertThat(of(EXT4, Fed.HONEST, none).level()).isEqualTo(Level.OK);
        assertThat(of(EXT4, Fed.PROTECTED, none).level()).isEqualTo(Level.OK);
    }

    @Test
    void findsAMountThatFlushesNothing() {
        Mount careless = Fed.mount("ext4", "rw", "nobarrier");
        Flushes many = new Flushes(1000, 5000, true);
        assertThat(of(careless, Fed.HONEST, many))
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.PROBLEM))
                .satisfies(finding -> assertThat(finding.says()).contains("nobarrier"));
        assertThat(of(careless, Fed.PROTECTED, many).level()).isEqualTo(Level.NOTE);
    }

    @Test
    void doesNotTakeMemoryForDurable() {
        assertThat(findings(Optional.of(Fed.mount("tmpfs")), Optional.empty(), Fed.trial(900)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.PROBLEM))
                .satisfies(finding -> assertThat(finding.says()).contains("tmpfs", "in memory"));
        Drive zram = system.drive("zram0", Fed.PROTECTED);
        assertThat(findings(Optional.of(EXT4), Optional.of(zram), Fed.untried("busy")))
                .anyMatch(finding -> finding.level() == Level.PROBLEM);
    }

    @Test
    void saysNothingThatWasNotTried() {
        Drive drive = system.drive("nvme0n1", Fed.HONEST);
        assertThat(findings(Optional.of(EXT4), Optional.of(drive), Fed.untried("busy"))).isEmpty();
    }

    private Finding of(Mount mount, Map<String, String> queue, Flushes flushes) {
        Drive drive = system.drive("drive" + queue.hashCode(), queue);
        return findings(
                        Optional.of(mount),
                        Optional.of(drive),
                        Fed.trial(Direct.HONOURED, 200_000, flushes))
                .get(0);
    }

    private static List<Finding> findings(
            Optional<Mount> mount, Optional<Drive> drive, Trial trial) {
        return new DurabilityCheck(mount, drive, trial).findings();
    }
}
