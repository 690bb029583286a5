// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * A log of HdrHistogram, as {@code --histograms} writes it.
 *
 * @param name the file's name, without its ending
 * @param path the file
 * @param startMillis the start, in milliseconds since 1970
 * @param operations latencies in nanoseconds for each kind of operation, all intervals together
 */
record LatencyLog(String name, Path path, long startMillis, Map<String, Histogram> operations) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd 'at' HH:mm").withZone(ZoneOffset.UTC);

    private static final int DIGITS = 3;

    /** Returns whether a file begins as a log does. Results in JSON never do. */
    static boolean isOne(Path path) throws IOException {
        if (!Files.isRegularFile(path)) return false;
        try (InputStream in = Files.newInputStream(path)) {
            return in.read() == '#';
        }
    }

    static LatencyLog read(Path path) throws IOException {
        if (path.toString().endsWith(".part"))
            throw new ReportException(
                    path + " is of a measurement that was not completed: give complete logs");
        Map<String, Histogram> operations = new TreeMap<>();
        long startMillis;
        int count = 0;
        try (InputStream in = Files.newInputStream(path);
                HistogramLogReader reader = new HistogramLogReader(in)) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                if (!(next instanceof Histogram interval))
                    throw new ReportException(path + " has histograms of decimal numbers");
                count++;
                String tag = interval.getTag() == null ? "all" : interval.getTag();
                operations.computeIfAbsent(tag, each -> new Histogram(DIGITS)).add(interval);
            }
            if (count != lines(path))
                throw new IllegalArgumentException(
                        "%d of %d lines can be read".formatted(count, lines(path)));
            startMillis = (long) (reader.getStartTimeSec() * 1e3);
        } catch (RuntimeException e) {
            throw new ReportException(
                    path + " is damaged: it is not a log of HdrHistogram (" + e.getMessage() + ")");
        }
        if (operations.isEmpty())
            throw new ReportException(
                    path + " has no histogram: give a log that --histograms has written");
        return new LatencyLog(name(path), path, startMillis, operations);
    }

    /** Returns the number of lines that hold a histogram. */
    private static long lines(Path path) throws IOException {
        try (Stream<String> lines = Files.lines(path)) {
            return lines.filter(line -> !line.isBlank() && !line.matches("[#\"].*")).count();
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName()).replaceFirst("\\.hlog$", "");
    }

    /** Returns this log, named by its directory, too. */
    LatencyLog withDirectory() {
        Path parent = path.toAbsolutePath().normalize().getParent();
        String directory = parent == null ? "" : parent.getFileName() + "/";
        return new LatencyLog(directory + name(path), path, startMillis, operations);
    }

    String origin() {
        return name + ": begun on " + TIME.format(Instant.ofEpochMilli(startMillis)) + " UTC.";
    }
}
