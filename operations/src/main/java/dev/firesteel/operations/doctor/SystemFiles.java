// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads the kernel's files below {@code /} or, in tests, below another directory. */
final class SystemFiles {
    /**
     * The size of a read. The kernel returns a number in one read: a read of one byte gets a digit.
     */
    private static final int PIECE_BYTES = 1 << 16;

    private final Path root;

    SystemFiles(Path root) {
        this.root = root;
    }

    Path path(String name) {
        return root.resolve(name);
    }

    /** Returns the text of a file, stripped; empty if it cannot be read. */
    Optional<String> text(String name) {
        return text(path(name));
    }

    static Optional<String> text(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] piece = new byte[PIECE_BYTES];
            for (int read = in.read(piece); read >= 0; read = in.read(piece))
                bytes.write(piece, 0, read);
            return Optional.of(bytes.toString(StandardCharsets.UTF_8).strip());
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Returns the lines of a file; none if it cannot be read. */
    List<String> lines(String name) {
        return text(name).map(text -> text.lines().toList()).orElse(List.of());
    }

    String kernelRelease() {
        return text("proc/sys/kernel/osrelease").orElse("");
    }
}
