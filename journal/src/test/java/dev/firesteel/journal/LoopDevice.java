// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A loop device over a file: a real block device for a test. Needs root and losetup. */
final class LoopDevice implements Closeable {
    private final Path path;

    private LoopDevice(Path path) {
        this.path = path;
    }

    /** Creates one, or skips the test with the reason. */
    static LoopDevice create(Path file, long bytes, int blockBytes) throws IOException {
        assumeTrue(
                "root".equals(System.getProperty("user.name")), // owns settings
                "skipped: a loop device needs root");
        try (RandomAccessFile backing = new RandomAccessFile(file.toFile(), "rw")) {
            backing.setLength(bytes);
        }
        Result result =
                run(
                        "losetup",
                        "--find",
                        "--show",
                        "--sector-size",
                        "" + blockBytes,
                        file.toString());
        assumeTrue(result.exit == 0, "skipped: no loop device to be had: " + result.output);
        return new LoopDevice(Path.of(result.output));
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        run("losetup", "--detach", path.toString());
    }

    record Result(int exit, String output) {}

    static Result run(String... command) throws IOException {
        try {
            Process process =
                    new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output.trim());
        } catch (IOException e) {
            return new Result(127, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
