// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectBlockDeviceTest extends BlockDeviceContract {
    @TempDir Path directory = Path.of("");

    private Path file() throws IOException {
        Path file = directory.resolve("device");
        if (!Files.exists(file)) Files.write(file, new byte[MIN_BYTES]);
        return file;
    }

    @Override
    BlockDevice device() throws IOException {
        return DirectBlockDevice.open(file());
    }

    @Test
    void aFileIsOpenOnceByWhateverPath() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), file());
        Path hardLink = Files.createLink(directory.resolve("hard"), file());
        try (BlockDevice device = device()) {
            for (Path path : new Path[] {file(), link, hardLink})
                assertThatThrownBy(() -> DirectBlockDevice.open(path))
                        .isInstanceOfSatisfying(
                                DeviceRefusedException.class,
                                e ->
                                        assertThat(e.reason())
                                                .isEqualTo(DeviceRefusedException.Reason.BUSY))
                        .hasMessageContaining(path + " is in use");
            DirectBlockDevice.openShared(file()).close();
            assertThat(device.sizeBytes()).isEqualTo(MIN_BYTES);
        }
        device().close();
    }

    @Test
    void anInterruptedThreadWritesAllTheSame() throws Exception {
        try (BlockDevice device = device()) {
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread writer = // owns threads
                    new Thread( // owns threads
                            () -> {
                                Thread.currentThread().interrupt();
                                try {
                                    device.write(0, Superblocks.aligned(4096, 4096));
                                } catch (IOException e) {
                                    failure.set(e);
                                }
                            });
            writer.start();
            writer.join();
            assertThat(failure.get()).isNull();
            device.write(4096, Superblocks.aligned(4096, 4096));
        }
    }

    @Test
    void aFileIsDeletedWhenItHasNoNameAnyMore() throws IOException {
        Path moved = directory.resolve("moved");
        try (BlockDevice device = device()) {
            assertThat(device.isDeleted()).isFalse();
            Files.move(file(), moved);
            assertThat(device.isDeleted()).isFalse();
            Files.delete(moved);
            assertThat(device.isDeleted()).isTrue();
            assertThat(device.sizeBytes()).isEqualTo(MIN_BYTES);
            device.close();
            assertThat(device.isDeleted()).isFalse();
        }
    }

    @Test
    void aDeletedFileIsCopiedBack() throws IOException {
        Path file = file();
        try (BlockDevice device = device()) {
            device.write(4096, Superblocks.aligned(4096, 4096).put(0, (byte) 7));
            DeviceCopy copy = new DeviceCopy(device);
            byte[] before = Files.readAllBytes(file);
            Files.delete(file);
            copy.write(file);
            assertThat(file).hasBinaryContent(before);
            assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
            device.write(4096, Superblocks.aligned(4096, 4096).put(0, (byte) 8));
            assertThatThrownBy(() -> copy.write(file))
                    .isInstanceOf(FileAlreadyExistsException.class);
            assertThat(file).hasBinaryContent(before);
        }
        Path missing = directory.resolve("missing/device");
        try (BlockDevice device = device()) {
            assertThatThrownBy(() -> new DeviceCopy(device).write(missing))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aDeviceThatIsOpenForReadingCannotBeWritten() throws IOException {
        try (BlockDevice device = DirectBlockDevice.openForReading(file())) {
            assertThatThrownBy(() -> device.write(0, Superblocks.aligned(4096, 4096)))
                    .hasMessageContaining("for reading only");
        }
    }

    @Test
    void whatIsNoFileIsRefused() {
        assertThatThrownBy(() -> DirectBlockDevice.open(directory))
                .hasMessageContaining("is a directory");
        assertThatThrownBy(() -> DirectBlockDevice.open(directory.resolve("none")))
                .hasMessageContaining("no such file or device");
        assertThatThrownBy(() -> DirectBlockDevice.open(Path.of("/dev/null")))
                .hasMessageContaining("neither a file nor a block device");
    }
}
