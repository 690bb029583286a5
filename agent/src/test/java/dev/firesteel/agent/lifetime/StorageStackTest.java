// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.agent.lifetime.StorageStack.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageStackTest {
    private static final String NUMBER = "259:1";

    @TempDir Path root;

    private StorageStack stack(String fileSystem, String drive, String streams, String zoned)
            throws IOException {
        Path queue =
                Files.createDirectories(root.resolve("devices").resolve(drive).resolve("queue"));
        Files.writeString(queue.resolve("max_write_streams"), streams + "\n");
        Files.writeString(queue.resolve("zoned"), zoned + "\n");
        Path partition = Files.createDirectories(queue.resolveSibling(drive + "p1"));
        Files.writeString(partition.resolve("partition"), "1\n");
        Path numbers = Files.createDirectories(root.resolve("dev").resolve("block"));
        Files.createSymbolicLink(numbers.resolve(NUMBER), partition);
        Path mounts =
                Files.writeString(
                        root.resolve("mountinfo"),
                        "22 1 0:20 / /run rw - tmpfs tmpfs rw\n"
                                + "29 1 259:1 / /flash rw,noatime shared:1 - "
                                + fileSystem
                                + " /dev/x rw\n");
        return new StorageStack(root, mounts);
    }

    @ParameterizedTest
    @CsvSource({
        "ext4, nvme0n1, 0, none, no",
        "xfs, nvme0n1, 8, none, unknown",
        "f2fs, nvme0n1, 0, none, yes",
        "xfs, sda, 0, host-managed, yes",
        "ext4, sda, 0, none, unknown",
        "ext4, vda, 0, none, unknown"
    })
    void filesAreActedUponByWhatIsKnownTo(
            String fileSystem, String drive, String streams, String zoned, String acts)
            throws IOException {
        Verdict verdict = stack(fileSystem, drive, streams, zoned).ofFiles(NUMBER);
        assertThat(verdict.acts()).as(verdict.reason()).isEqualTo(acts);
    }

    @ParameterizedTest
    @CsvSource({"nvme0n1, 8, yes", "nvme0n1, 0, no", "sda, 0, unknown"})
    void rawDrivesActIfTheyHaveStreams(String drive, String streams, String acts)
            throws IOException {
        assertThat(stack("ext4", drive, streams, "none").ofDevice(NUMBER).acts()).isEqualTo(acts);
    }

    @Test
    void memoryDoesNotAct() throws IOException {
        assertThat(stack("ext4", "sda", "0", "none").ofFiles("0:20").acts()).isEqualTo("no");
    }

    @Test
    void whatNobodyKnowsIsUnknown() {
        StorageStack nothing = new StorageStack(root.resolve("none"), root.resolve("none"));
        assertThat(nothing.ofFiles("7:0").acts()).isEqualTo("unknown");
    }

    @Test
    void numbersAreWrittenAsTheKernelDoes() {
        assertThat(StorageStack.number(259 << 8 | 1)).isEqualTo("259:1");
        assertThat(StorageStack.number(0x801)).isEqualTo("8:1");
    }

    @Test
    void filesInSeveralPlacesAreKnownToActOnlyIfAllAre() {
        Verdict yes = Verdict.yes("one");
        assertThat(Verdict.together(List.of(yes, Verdict.yes("two"))).acts()).isEqualTo("yes");
        assertThat(Verdict.together(List.of(yes, Verdict.no("two"))))
                .isEqualTo(Verdict.unknown("one; two"));
        assertThat(Verdict.together(List.of()).acts()).isEqualTo("unknown");
    }
}
