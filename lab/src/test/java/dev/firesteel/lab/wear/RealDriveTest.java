// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.wear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealDriveTest {
    private static final Tool.Output REFUSED =
            new Tool.Output(1, new byte[0], "NVMe status: Invalid Log Page(0x109)\n");

    @TempDir Path sys = Path.of("");

    private final List<String> asked = new ArrayList<>();
    private final Map<String, Tool.Output> answers = new HashMap<>();

    private Tool.Output answer(List<String> command) {
        asked.add(String.join(" ", command));
        return answers.getOrDefault(asked.get(asked.size() - 1), REFUSED);
    }

    private RealDrive drive(String name) {
        return new RealDrive(sys, name, this::answer);
    }

    private static Tool.Output page(int bytes, int at, int value) {
        byte[] page = new byte[bytes];
        page[at] = (byte) value;
        return new Tool.Output(0, page, "");
    }

    @Test
    void asksForStatisticsOfFdpIfThereIsNoPageOfOcp() throws IOException {
        String command = "nvme get-log /dev/nvme0n1 --log-id=0x02 --log-len=512 --raw-binary";
        answers.put(command, page(512, 48, 5));
        answers.put(
                "nvme get-log /dev/nvme0n1 --log-id=0x22 --log-len=64 --raw-binary --lsi=1",
                page(64, 16, 7));
        DriveCounters counters = drive("nvme0n1").counters();
        assertThat(counters.mediaBytes()).isEqualTo(BigInteger.valueOf(7));
        assertThat(asked)
                .contains("nvme get-log /dev/nvme0n1 --log-id=0xc0 --log-len=512 --raw-binary");
    }

    @Test
    void saysWhyPagesCannotBeRead() {
        assertThatThrownBy(() -> drive("nvme0n1").counters())
                .isInstanceOf(NoCountersException.class)
                .hasMessage(
                        "nvme cannot read the log pages of /dev/nvme0n1: NVMe status: Invalid Log Page(0x109)");
        answers.put(
                "nvme get-log /dev/nvme0n1 --log-id=0x02 --log-len=512 --raw-binary",
                page(100, 48, 5));
        assertThatThrownBy(() -> drive("nvme0n1").counters())
                .hasMessage("nvme cannot read the log pages of /dev/nvme0n1: exit code 0");
    }

    @Test
    void saysWhatToInstall() {
        Tool none = command -> new Tool.Output(Tool.NOT_FOUND, new byte[0], "not found");
        assertThatThrownBy(() -> new RealDrive(sys, "nvme0n1", none).counters())
                .hasMessage("there is no 'nvme': install nvme-cli");
        assertThatThrownBy(() -> new RealDrive(sys, "sda", none).counters())
                .hasMessage("there is no 'smartctl': install smartmontools");
        assertThatThrownBy(() -> drive("vda").counters())
                .hasMessage("/dev/vda is neither an NVMe nor an ATA drive: no counters are known");
    }

    /** An exit code of smartctl has bits for old failures of the drive, too. */
    @Test
    void readsAttributesWhateverTheExitCode() throws IOException {
        String json =
                "{\"ata_smart_attributes\":{\"table\":["
                        + "{\"name\":\"Host_Writes_32MiB\",\"raw\":{\"value\":1}},"
                        + "{\"name\":\"NAND_Writes_32MiB\",\"raw\":{\"value\":2}}]}}";
        answers.put(
                "smartctl --json --info --attributes /dev/sda",
                new Tool.Output(64, json.getBytes(StandardCharsets.UTF_8), ""));
        assertThat(drive("sda").counters().mediaBytes()).isEqualTo(BigInteger.valueOf(64L << 20));
    }

    @Test
    void sumsThePathsOfADrive() throws IOException {
        stat("nvme0n1", 7);
        stat("nvme1n1", 9);
        stat("nvme0c0n1", 100);
        stat("nvme0c1n1", 20);
        stat("nvme0c1n2", 1_000);
        assertThat(drive("nvme0n1").kernelBytes()).isEqualTo(120 * 512);
        assertThat(drive("nvme1n1").kernelBytes()).isEqualTo(9 * 512);
    }

    private void stat(String name, long sectors) throws IOException {
        Path device = Files.createDirectories(sys.resolve("block").resolve(name));
        Files.writeString(device.resolve("stat"), "  1 2 3 4 5 6 %d 8\n".formatted(sectors));
    }

    @Test
    void findsTheDriveBelowMappedDevices() throws IOException {
        Path disk = Files.createDirectories(sys.resolve("devices/sda"));
        Path partition = Files.createDirectories(disk.resolve("sda2"));
        Files.createFile(partition.resolve("partition"));
        Path other = Files.createDirectories(sys.resolve("devices/sdb"));
        for (Path each : List.of(disk, partition, other)) link(each);
        Path mapped = Files.createDirectories(sys.resolve("devices/dm-0"));
        Files.createDirectories(mapped.resolve("slaves/sda2"));
        link(mapped);
        assertThat(RealDrive.single(sys, "dm-0")).isEqualTo("sda");
        assertThat(RealDrive.single(sys, "sda")).isEqualTo("sda");
        Files.createDirectories(mapped.resolve("slaves/sdb"));
        assertThatThrownBy(() -> RealDrive.single(sys, "dm-0"))
                .hasMessage("/dev/dm-0 consists of sda, sdb: give one of them");
    }

    private void link(Path device) throws IOException {
        Path all = Files.createDirectories(sys.resolve("class/block"));
        Files.createSymbolicLink(all.resolve(device.getFileName()), device);
    }

    @Test
    void runsTheToolsOfThisMachine() throws IOException {
        Tool.Output done = Tool.ofThisMachine(List.of("printf", "a\\000b"));
        assertThat(done.ifDone()).containsExactly('a', 0, 'b');
        Tool.Output none = Tool.ofThisMachine(List.of("firesteel-no-such-tool"));
        assertThat(none.exitCode()).isEqualTo(Tool.NOT_FOUND);
        Tool.Output failed = Tool.ofThisMachine(List.of("sh", "-c", "echo why >&2; exit 3"));
        assertThat(failed.ifDone()).isNull();
        assertThat(failed.reason()).isEqualTo("why");
    }
}
