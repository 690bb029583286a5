// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopBlockDeviceTest extends BlockDeviceContract {
    @TempDir Path directory = Path.of("");
    private final List<LoopDevice> loops = new ArrayList<>();

    private Path loop(int blockBytes) throws IOException {
        Path file = directory.resolve("backing" + loops.size());
        LoopDevice loop = LoopDevice.create(file, 16L << 20, blockBytes);
        loops.add(loop);
        return loop.path();
    }

    @AfterEach
    void detach() throws IOException {
        for (LoopDevice loop : loops) loop.close();
    }

    @Override
    BlockDevice device() throws IOException {
        return DirectBlockDevice.open(loop(512));
    }

    @Test
    void theBlockSizeIsTheDevices() throws IOException {
        for (int blockBytes : new int[] {512, 4096})
            try (BlockDevice device = DirectBlockDevice.open(loop(blockBytes))) {
                assertThat(device.blockBytes()).isEqualTo(blockBytes);
                assertThat(device.isGrowable()).isFalse();
            }
    }

    @Test
    void aSecondNodeForTheSameDeviceDoesNotGetIt() throws IOException {
        Path first = loop(512);
        Path second = directory.resolve("same");
        String number = first.toString().replace("/dev/loop", "");
        assertThat(LoopDevice.run("mknod", second.toString(), "b", "7", number).exit()).isZero();
        try (BlockDevice device = DirectBlockDevice.open(first)) {
            assertThatThrownBy(() -> DirectBlockDevice.open(second))
                    .isInstanceOf(DeviceRefusedException.class)
                    .hasMessageContaining(second + " is in use");
            assertThat(device.name()).isEqualTo(first.toString());
        }
        DirectBlockDevice.open(second).close();
        Files.delete(second);
    }

    @Test
    void aJournalLivesOnIt() throws IOException {
        Path device = loop(4096);
        new JournalFormat(0, 1 << 20, 28, 12).write(device, (bytes, of) -> {});
        JournalPosition end;
        try (Journal journal =
                Journal.open(device, JournalFixture.options(1), JournalListener.none())) {
            end = JournalFixture.append(journal, "on a block device");
        }
        JournalFixture.Recording recording = new JournalFixture.Recording();
        JournalReader.read(device, recording);
        assertThat(recording.texts()).containsExactly("on a block device");
        assertThat(recording.entries.get(0).end()).isEqualTo(end);
    }

    @Test
    void aFileSystemIsRefusedAndNotTouched() throws IOException {
        Path device = loop(512);
        LoopDevice.Result made = LoopDevice.run("mkfs.ext4", "-q", device.toString());
        org.junit.jupiter.api.Assumptions.assumeTrue(
                made.exit() == 0, "skipped: no mkfs.ext4: " + made.output());
        String before = LoopDevice.run("sha256sum", device.toString()).output();
        assertThatThrownBy(
                        () ->
                                new JournalFormat(0, 1 << 20, 28, 12)
                                        .write(device, (bytes, of) -> {}))
                .hasMessageContaining("is not blank");
        assertThatThrownBy(
                        () ->
                                Journal.open(
                                        device, JournalFixture.options(1), JournalListener.none()))
                .hasMessageContaining("does not hold a Firesteel journal");
        assertThat(LoopDevice.run("sha256sum", device.toString()).output()).isEqualTo(before);
    }
}
