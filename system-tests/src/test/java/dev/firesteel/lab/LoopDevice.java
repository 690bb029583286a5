// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A block device over a file, for the duration of a test.
 *
 * @param path such as {@code /dev/loop3}
 */
public record LoopDevice(Path path) implements AutoCloseable {
    /** Creates a device; skips the test if that is not possible. */
    public static LoopDevice over(Path image, long bytes) throws Exception {
        assumeTrue(isRoot(), "skipped: only root can set up a loop device");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(bytes);
        }
        Process losetup = losetup("--find", "--show", "--direct-io=on", image.toString());
        String output =
                new String(losetup.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assumeTrue(
                losetup.waitFor() == 0, "skipped: losetup cannot set up a loop device: " + output);
        return new LoopDevice(Path.of(output));
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (!losetup("--detach", path.toString()).waitFor(1, TimeUnit.MINUTES))
            throw new IOException("losetup does not detach " + path);
    }

    private static boolean isRoot() throws Exception {
        Process id = new ProcessBuilder("id", "-u").start();
        return new String(id.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip()
                .equals("0");
    }

    private static Process losetup(String... arguments) {
        List<String> command = new ArrayList<>(List.of("losetup"));
        command.addAll(List.of(arguments));
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            assumeTrue(false, "skipped: there is no losetup here: " + e.getMessage());
            throw new IllegalStateException(e);
        }
    }
}
