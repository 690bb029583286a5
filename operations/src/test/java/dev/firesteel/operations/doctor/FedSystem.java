// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A simulated machine with values that a test sets. */
final class FedSystem {
    private final Path root;

    FedSystem(Path root) throws IOException {
        this.root = root.toRealPath();
    }

    SystemFiles files() {
        return new SystemFiles(root);
    }

    FedSystem file(String name, String text) {
        try {
            Path file = root.resolve(name);
            Files.createDirectories(file.resolveSibling(""));
            Files.writeString(file, text + "\n");
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a drive with these settings of its queue. */
    Drive drive(String name, Map<String, String> queue) {
        file(at(name, "size"), "2097152").file(at(name, "alignment_offset"), "0");
        queue.forEach((key, value) -> file(at(name, "queue/" + key), value));
        return linked("259:0", "sys/devices/" + name);
    }

    Drive partition(String drive, String name, long startSectors, long alignmentOffset) {
        String directory = drive + "/" + name;
        file(at(directory, "partition"), "1")
                .file(at(directory, "start"), Long.toString(startSectors))
                .file(at(directory, "alignment_offset"), Long.toString(alignmentOffset));
        return linked("259:1", "sys/devices/" + directory);
    }

    private Drive linked(String number, String target) {
        try {
            Path link = root.resolve("sys/dev/block").resolve(number);
            Files.createDirectories(link.resolveSibling(""));
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, root.resolve(target));
            return Drive.of(files(), number).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String at(String drive, String name) {
        return "sys/devices/" + drive + "/" + name;
    }
}
