// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.journal.JournalFormat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** A journal on a loop device, which cannot grow. */
record RawDevice(Path path) implements AutoCloseable {
    private static final int BYTES_PER_SECTOR = 512;
    private static final int SECTORS_WRITTEN = 6;

    /** Formats a journal on a new device. Skips the test without root. */
    static RawDevice formatted(Path backing, int segmentBytes, int segments) throws Exception {
        assumeTrue(
                Files.isWritable(Path.of("/dev/loop-control")), "this is not root: no loop device");
        try (RandomAccessFile file = new RandomAccessFile(backing.toFile(), "rw")) {
            file.setLength((1L << 20) + (long) segments * segmentBytes);
        }
        RawDevice device =
                new RawDevice(Path.of(run("losetup", "--find", "--show", backing.toString())));
        new JournalFormat(0, segmentBytes, 28, 12).write(device.path, (written, of) -> {});
        return device;
    }

    /** Returns the kernel's count of bytes written. */
    long bytesWritten() throws IOException {
        Path counters = Path.of("/sys/block", path.getFileName().toString(), "stat");
        String[] fields = Files.readString(counters).strip().split("\\s+", -1);
        return Long.parseLong(fields[SECTORS_WRITTEN]) * BYTES_PER_SECTOR;
    }

    @Override
    public void close() throws Exception {
        run("losetup", "--detach", path.toString());
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
