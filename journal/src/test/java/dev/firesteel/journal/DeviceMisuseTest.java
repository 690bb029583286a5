// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests likely mistakes of an administrator: the wrong device, and one device for two nodes. */
class DeviceMisuseTest {
    private static final int BYTES = 16 << 20;

    @TempDir Path directory;

    /** Devices that are blank except for a few bytes. */
    private enum Precious {
        SWAP(4086, "SWAPSPACE2"),
        PARTITION_TABLE(510, "U\u00AA"),
        GUID_PARTITION_TABLE(512, "EFI PART"),
        ITS_COPY_AT_THE_END(BYTES - 512, "EFI PART"),
        LVM(512, "LABELONE"),
        XFS(0, "XFSB"),
        BTRFS(0x10040, "_BHRfS_M");

        private final int offset;
        private final String signature;

        Precious(int offset, String signature) {
            this.offset = offset;
            this.signature = signature;
        }

        private byte[] content() {
            ByteBuffer content = ByteBuffer.allocate(BYTES);
            return content.put(offset, signature.getBytes(StandardCharsets.ISO_8859_1)).array();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatHoldsSomethingElseIsNeitherFormattedNorOpenedNorTouched(Precious precious)
            throws IOException {
        Path file = Files.write(directory.resolve("file"), precious.content());
        requireRefusal(file, precious);
    }

    /** In a file any byte counts; on a device only the places of other signatures. */
    @ParameterizedTest
    @EnumSource
    void aBlockDeviceThatHoldsSomethingElseIsNotTouchedEither(Precious precious)
            throws IOException {
        Path backing = Files.write(directory.resolve("backing"), precious.content());
        try (LoopDevice loop = LoopDevice.create(backing, BYTES, 512)) {
            requireRefusal(loop.path(), precious);
        }
        assertThat(Arrays.equals(Files.readAllBytes(backing), precious.content())).isTrue();
    }

    private static void requireRefusal(Path device, Precious precious) throws IOException {
        assertThatThrownBy(
                        () ->
                                new JournalFormat(BYTES, 1 << 20, 28, 12)
                                        .write(device, (b, of) -> {}))
                .isInstanceOf(DeviceRefusedException.class)
                .hasMessageContaining(device.toString());
        assertThatThrownBy(
                        () ->
                                Journal.open(
                                        device, JournalFixture.options(1), JournalListener.none()))
                .isInstanceOf(DeviceRefusedException.class)
                .hasMessageContaining(device.toString());
        assertThat(Arrays.equals(Files.readAllBytes(device), precious.content())).isTrue();
    }

    /** A container has a device node of its own, in its own mount namespace. */
    @Test
    void aSecondNodeInAnotherMountNamespaceDoesNotGetTheDevice() throws Exception {
        try (LoopDevice loop = LoopDevice.create(directory.resolve("backing"), BYTES, 512)) {
            assumeTrue(
                    LoopDevice.run("unshare", "--mount", "true").exit() == 0,
                    "skipped: no mount namespace to be had");
            String number = loop.path().toString().replace("/dev/loop", "");
            String prepare =
                    "mount -t tmpfs none '%1$s/own' && mknod '%1$s/own/node' b 7 %2$s && exec \"$@\""
                            .formatted(directory, number);
            Files.createDirectory(directory.resolve("own"));
            List<String> inside =
                    new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", prepare, "sh"));
            inside.addAll(Holder.command(directory.resolve("own/node")));
            try (BlockDevice device = DirectBlockDevice.open(loop.path())) {
                assertThat(firstLine(inside)).contains("own/node is in use");
                assertThat(device.name()).isEqualTo(loop.path().toString());
            }
            assertThat(firstLine(inside)).isEqualTo(Holder.OPEN);
        }
    }

    @Test
    void aFileThatIsMountedElsewhereTooIsOpenOnce() throws Exception {
        Path file = Files.write(directory.resolve("file"), new byte[BYTES]);
        Path other = Files.createFile(directory.resolve("other"));
        assumeTrue(
                LoopDevice.run("mount", "--bind", file.toString(), other.toString()).exit() == 0,
                "skipped: only root can mount");
        try (BlockDevice device = DirectBlockDevice.open(file)) {
            assertThat(device.isGrowable()).isTrue();
            assertThatThrownBy(() -> DirectBlockDevice.open(other))
                    .hasMessageContaining("other is in use");
        } finally {
            LoopDevice.run("umount", other.toString());
        }
    }

    /** A node starts again while the old one still drains. */
    @Test
    void aProcessThatIsAboutToEndKeepsTheDeviceUntilItHas() throws Exception {
        Path file = Files.write(directory.resolve("file"), new byte[BYTES]);
        Process old = new ProcessBuilder(Holder.command(file)).start();
        try (BufferedReader output = old.inputReader()) {
            assertThat(output.readLine()).isEqualTo(Holder.OPEN);
            old.toHandle().destroy();
            assertThat(output.readLine()).isEqualTo(Holder.ENDING);
            assertThatThrownBy(() -> DirectBlockDevice.open(file))
                    .hasMessageContaining("file is in use");
        } finally {
            old.destroyForcibly();
        }
        old.waitFor();
        DirectBlockDevice.open(file).close();
    }

    private static String firstLine(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader output = process.inputReader()) {
            return String.valueOf(output.readLine());
        } finally {
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    /** A process that opens a device and ends only when it is killed. */
    static final class Holder {
        static final String OPEN = "open";
        static final String ENDING = "ending";

        private Holder() {}

        static List<String> command(Path device) {
            return List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Holder.class.getName(),
                    device.toString());
        }

        public static void main(String[] arguments) throws InterruptedException {
            Thread end = new Thread(Holder::linger); // owns threads
            try (BlockDevice device = DirectBlockDevice.open(Path.of(arguments[0]))) {
                Runtime.getRuntime().addShutdownHook(end);
                System.out.println(device.sizeBytes() > 0 ? OPEN : "empty");
                Thread.currentThread().join();
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }

        private static void linger() {
            System.out.println(ENDING);
            try {
                Thread.currentThread().join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
