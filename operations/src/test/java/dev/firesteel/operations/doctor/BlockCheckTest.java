// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.operations.doctor.Place.Kind;
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

class BlockCheckTest {
    @TempDir Path root;
    FedSystem system;

    @BeforeEach
    void feed() throws IOException {
        system = new FedSystem(root);
    }

    @ParameterizedTest
    @CsvSource({"512, 512, 512B", "512, 4096, 4KiB", "4096, 4096, 4KiB"})
    void saysHowLargeAJournalsBlocksAreOnADevice(int logical, int physical, String blocks) {
        Drive drive = system.drive("nvme0n1", sizes(logical, physical));
        assertThat(findings(Kind.BLOCK_DEVICE, 0, drive))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.OK))
                .satisfies(finding -> assertThat(finding.says()).contains("are " + blocks));
    }

    @Test
    void findsAPartitionThatBeginsWithinAPhysicalBlock() {
        system.drive("sda", sizes(512, 4096));
        Drive odd = system.partition("sda", "sda1", 63, 3584);
        for (Kind kind : List.of(Kind.BLOCK_DEVICE, Kind.DIRECTORY))
            assertThat(findings(kind, 4096, odd))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.PROBLEM))
                    .satisfies(
                            finding ->
                                    assertThat(finding.says())
                                            .contains("sda1 begins at byte 32256 of sda"));
        assertThat(findings(Kind.DIRECTORY, 4096, system.partition("sda", "sda2", 2048, 0)))
                .allMatch(finding -> finding.level() == Level.OK);
    }

    @Test
    void noJournalIsMadeOfSuchAPartition() {
        system.drive("sda", sizes(512, 4096));
        system.partition("sda", "sda1", 63, 3584);
        assertThat(misalignment(Kind.BLOCK_DEVICE).orElse(""))
                .contains("sda1 begins at byte 32256 of sda", "Recreate the partition");
        assertThat(misalignment(Kind.DIRECTORY)).isEmpty();
        system.partition("sda", "sda2", 2048, 0);
        assertThat(misalignment(Kind.BLOCK_DEVICE)).isEmpty();
    }

    /** If a drive's blocks do not begin at its first sector, only the offset shows it. */
    @Test
    void believesTheKernelsAlignmentOffset() {
        system.drive("sda", sizes(512, 4096));
        assertThat(findings(Kind.DIRECTORY, 4096, system.partition("sda", "sda1", 2048, 512)))
                .anyMatch(finding -> finding.level() == Level.PROBLEM);
    }

    @Test
    void believesItsOwnReckoningWhereTheKernelSeesNoHarm() {
        system.drive("sda", sizes(512, 4096));
        assertThat(findings(Kind.DIRECTORY, 4096, system.partition("sda", "sda1", 63, 0)))
                .anyMatch(finding -> finding.level() == Level.PROBLEM);
    }

    @Test
    void notesPhysicalBlocksThatAreLargerThanAJournals() {
        Drive drive = system.drive("nvme0n1", sizes(4096, 16384));
        assertThat(findings(Kind.BLOCK_DEVICE, 0, drive))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.NOTE))
                .satisfies(finding -> assertThat(finding.says()).contains("16KiB"));
    }

    @Test
    void notesAFileSystemWhoseBlocksAreSmallerThanTheDrives() {
        Drive drive = system.drive("nvme0n1", sizes(512, 4096));
        assertThat(findings(Kind.DIRECTORY, 1024, drive))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.NOTE))
                .satisfies(finding -> assertThat(finding.says()).contains("blocks of 1KiB"));
    }

    @Test
    void saysSoWhereTheKernelTellsNothing() {
        assertThat(findings(Kind.DIRECTORY, 4096, system.drive("nvme0n1", Map.of())))
                .singleElement()
                .satisfies(finding -> assertThat(finding.says()).contains("does not report"));
    }

    private Optional<String> misalignment(Kind kind) {
        return Doctor.misalignment(system.files(), Fed.place(kind, 1L << 40, 4096));
    }

    private static Map<String, String> sizes(int logical, int physical) {
        return Map.of("logical_block_size", "" + logical, "physical_block_size", "" + physical);
    }

    private static List<Finding> findings(Kind kind, long blockBytes, Drive drive) {
        return new BlockCheck(Fed.place(kind, 1L << 40, blockBytes), Optional.of(drive)).findings();
    }
}
