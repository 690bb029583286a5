// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.operations.doctor.Place.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriveCheckTest {
    @TempDir Path root;
    FedSystem system;

    @BeforeEach
    void feed() throws IOException {
        system = new FedSystem(root);
    }

    @Test
    void namesTheDriveBelowAPartition() {
        system.drive("nvme0n1", Fed.HONEST);
        system.file("sys/devices/nvme0n1/device/model", "Swift 9000");
        Drive partition = system.partition("nvme0n1", "nvme0n1p1", 2048, 0);
        Finding finding = of(Kind.DIRECTORY, "ext4", Optional.of(partition));
        assertThat(finding.level()).isEqualTo(Level.OK);
        assertThat(finding.says())
                .isEqualTo("ext4 on nvme0n1p1, a partition of nvme0n1 (Swift 9000).");
        assertThat(finding.facts()).containsEntry("drive", "nvme0n1");
    }

    @Test
    void sendsOnToTheFileBehindALoopDevice() {
        Drive drive = system.drive("loop3", Fed.WITHOUT_FUA);
        system.file("sys/devices/loop3/loop/backing_file", "/images/a.img");
        assertThat(of(Kind.DIRECTORY, "ext4", Optional.of(drive)).says())
                .contains("Loop device on the file /images/a.img");
    }

    @Test
    void sendsOnToWhatADriveIsPutTogetherFrom() {
        Drive drive = system.drive("dm-0", Fed.HONEST);
        system.file("sys/devices/dm-0/slaves/sdb/x", "").file("sys/devices/dm-0/slaves/sda/x", "");
        Finding finding = of(Kind.DIRECTORY, "xfs", Optional.of(drive));
        assertThat(finding.says()).contains("consists of sda, sdb");
        assertThat(finding.advice()).endsWith("/dev/sda");
    }

    @Test
    void doesNotVouchForAHypervisor() {
        assertThat(of(Kind.DIRECTORY, "ext4", Optional.of(system.drive("vda", Fed.HONEST))))
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.NOTE))
                .satisfies(finding -> assertThat(finding.says()).contains("virtual"));
    }

    @Test
    void knowsADiskFromAFlashDrive() {
        assertThat(of(Kind.DIRECTORY, "ext4", disk("1")).level()).isEqualTo(Level.NOTE);
        assertThat(of(Kind.DIRECTORY, "ext4", disk("0")).level()).isEqualTo(Level.OK);
    }

    private Optional<Drive> disk(String rotational) {
        return Optional.of(system.drive("sda", Map.of("rotational", rotational)));
    }

    @ParameterizedTest
    @CsvSource({
        "tmpfs, OK, on no drive",
        "nfs4, NOTE, durability depends on it",
        "fuse.sshfs, NOTE, durability depends on it",
        "overlay, NOTE, the drive below is unknown",
        "btrfs, NOTE, the drive below is unknown"
    })
    void saysWhatIsKnownWithoutADrive(String type, Level level, String says) {
        Finding finding = of(Kind.DIRECTORY, type, Optional.empty());
        assertThat(finding.level()).isEqualTo(level);
        assertThat(finding.says()).contains(type, says);
    }

    @Test
    void takesARawDeviceForOne() {
        Drive drive = system.drive("nvme0n1", Fed.HONEST);
        assertThat(
                        new DriveCheck(
                                        Fed.place(Kind.BLOCK_DEVICE),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.of(drive))
                                .findings()
                                .get(0)
                                .says())
                .isEqualTo("nvme0n1.");
    }

    @Test
    void saysOfARawDeviceWhereItIsMounted() {
        Drive drive = system.drive("nvme0n1", Fed.HONEST);
        system.file(
                "proc/self/mountinfo",
                "30 1 259:0 / /flash rw,noatime shared:1 - xfs /dev/nvme0n1 rw\n"
                        + "31 1 259:9 / /other rw - ext4 /dev/nvme9n1 rw");
        assertThat(
                        new DriveCheck(
                                        Fed.place(Kind.BLOCK_DEVICE),
                                        Optional.empty(),
                                        Mount.ofDevice(system.files(), "259:0"),
                                        Optional.of(drive))
                                .findings()
                                .get(0)
                                .says())
                .isEqualTo("nvme0n1, mounted as /flash (xfs).");
        assertThat(Mount.ofDevice(system.files(), "259:1")).isEmpty();
    }

    private static Finding of(Kind kind, String type, Optional<Drive> drive) {
        return new DriveCheck(
                        Fed.place(kind), Optional.of(Fed.mount(type)), Optional.empty(), drive)
                .findings()
                .get(0);
    }
}
