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

/** What the kernel says in files, below {@code /} or, in a test, below another directory. */
final class SystemFiles {
    /** The kernel says a number in one piece or not at all: who asks for a byte gets a digit. */
    private static final int PIECE_BYTES = 1 << 16;

    private final Path root;

    SystemFiles(Path root) {
        this.root = root;
    }

    Path path(String name) {
        return root.resolve(name);
    }

    /** Its text without the line end; empty if it cannot be read. */
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

    /** Its lines; none if it cannot be read. */
    List<String> lines(String name) {
        return text(name).map(text -> text.lines().toList()).orElse(List.of());
    }

    String kernelRelease() {
        return text("proc/sys/kernel/osrelease").orElse("");
    }
}
