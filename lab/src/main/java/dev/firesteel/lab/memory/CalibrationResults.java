// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.CalibrationFile;
import dev.firesteel.node.FileFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** The file of measurements, each written once made, from which a calibration resumes. */
final class CalibrationResults {
    private final Path path;
    private Calibration measured;

    private CalibrationResults(Path path, Calibration measured) {
        this.path = path;
        this.measured = measured;
    }

    /**
     * Creates or resumes a file. A new file is only created by the first measurement.
     *
     * @param beginning the calibration without measurements
     * @throws CalibrationException if the file is of another calibration
     * @throws IOException if it cannot be written
     */
    static CalibrationResults open(Path path, Calibration beginning) throws IOException {
        if (isUnfinished(path, CalibrationFile.firstLine(beginning))) Files.delete(path);
        if (!Files.exists(path)) {
            requireWritable(path);
            return new CalibrationResults(path, beginning);
        }
        Calibration found = CalibrationFile.read(path);
        String problem = difference(found, beginning);
        if (!problem.isEmpty())
            throw new CalibrationException(
                    "%s is of another calibration, %s: give another file".formatted(path, problem));
        JsonLine.leave(path, Files.readString(path));
        return new CalibrationResults(path, found);
    }

    /** Returns whether a killed program has left only a part of the first line. */
    private static boolean isUnfinished(Path path, String firstLine) throws IOException {
        byte[] whole = firstLine.getBytes(StandardCharsets.UTF_8);
        if (!Files.isRegularFile(path) || Files.size(path) > whole.length) return false;
        byte[] left = Files.readAllBytes(path);
        return Arrays.equals(left, 0, left.length, whole, 0, left.length);
    }

    /** Checks at the start that the file is writable, before time is spent on measurements. */
    private static void requireWritable(Path path) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) Files.createDirectories(parent);
        Files.delete(Files.createFile(path));
    }

    private static String difference(Calibration found, Calibration wanted) {
        if (!found.workload().equals(wanted.workload()))
            return "of workload '%s', not '%s'".formatted(found.workload(), wanted.workload());
        if (!found.cassandra().equals(wanted.cassandra()))
            return "of Cassandra %s, not %s".formatted(found.cassandra(), wanted.cassandra());
        if (!found.layout().equals(wanted.layout()))
            return "of memory laid out as %s, not %s".formatted(found.layout(), wanted.layout());
        if (!found.machine().equals(wanted.machine()))
            return "of machine '%s', not '%s'".formatted(found.machine(), wanted.machine());
        return "";
    }

    Calibration measured() {
        return measured;
    }

    void add(Calibration.Run run) throws IOException {
        String begin = Files.exists(path) ? "" : CalibrationFile.firstLine(measured) + "\n";
        String lines = begin + CalibrationFile.line(run) + "\n";
        try {
            Files.writeString(path, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw FileFailure.named(path, e);
        }
        measured = measured.with(run);
    }
}
