// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import dev.firesteel.lab.JsonLine;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The file to which results go, as soon as they are there, and from which a matrix goes on. */
final class MatrixFile {
    private final Path path;
    private final List<MatrixLine> lines;

    private MatrixFile(Path path, List<MatrixLine> lines) {
        this.path = path;
        this.lines = lines;
    }

    /**
     * Begins a file, or goes on with one. A program that was killed may have left a part of a line:
     * that goes.
     *
     * @param origin of what is to be measured
     * @throws MatrixException if the file holds anything else, or another matrix
     */
    static MatrixFile open(Path path, MatrixOrigin origin) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) Files.createDirectories(parent);
        List<MatrixLine> lines = new ArrayList<>();
        if (Files.exists(path)) {
            String text = Files.readString(path);
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            int number = 0;
            for (String line : whole.lines().toList())
                lines.add(comparable(path, ++number, line, origin));
            cut(path, whole.getBytes(StandardCharsets.UTF_8).length);
        }
        return new MatrixFile(path, lines);
    }

    private static MatrixLine comparable(Path path, int number, String text, MatrixOrigin origin)
            throws IOException {
        MatrixLine line;
        try {
            line = JsonLine.read(text, MatrixLine.class);
        } catch (IOException e) {
            throw new MatrixException(
                    "Line %d of %s is not of a matrix: give another --results"
                            .formatted(number, path),
                    e);
        }
        if (!line.kind().equals(MatrixLine.KIND) || !line.origin().equals(origin))
            throw new MatrixException(
                    "Line %d of %s is of another matrix (%s): give another --results"
                            .formatted(number, path, line.origin()));
        return line;
    }

    private static void cut(Path path, long bytes) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.truncate(bytes);
        }
    }

    void add(MatrixLine line) throws IOException {
        JsonLine.append(path, line);
        lines.add(line);
    }

    boolean has(MatrixCell cell) {
        return lines.stream().anyMatch(line -> line.result().cell().equals(cell));
    }

    List<MatrixResult> results() {
        return lines.stream().map(MatrixLine::result).toList();
    }
}
