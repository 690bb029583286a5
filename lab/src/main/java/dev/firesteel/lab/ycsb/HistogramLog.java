// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A file in HdrHistogram's log format, version 1.3. About once a second it receives a histogram of
 * each kind of operation, tagged with YCSB's name of it, in nanoseconds. Latencies of an open loop
 * start at the due time.
 */
public final class HistogramLog implements AutoCloseable {
    private final PrintStream stream;
    private final HistogramLogWriter writer;

    private HistogramLog(PrintStream stream) {
        this.stream = stream;
        writer = new HistogramLogWriter(stream);
    }

    /**
     * Creates a file, which must not exist.
     *
     * @param comment its description
     * @param startMillis its start, in milliseconds since 1970
     * @throws IOException if it exists, or cannot be created
     */
    public static HistogramLog create(Path file, String comment, long startMillis)
            throws IOException {
        OutputStream out =
                Files.newOutputStream(
                        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        HistogramLog log =
                new HistogramLog(
                        new PrintStream(
                                new BufferedOutputStream(out), false, StandardCharsets.UTF_8));
        log.writer.outputComment("[" + comment + "]");
        log.writer.outputLogFormatVersion();
        log.writer.outputStartTime(startMillis);
        log.writer.setBaseTime(startMillis);
        log.writer.outputLegend();
        return log;
    }

    /** Adds an interval. Operations that did not occur in it get no line. */
    void add(Map<String, Histogram> interval) {
        interval.forEach(
                (operation, histogram) -> {
                    if (histogram.getTotalCount() == 0) return;
                    histogram.setTag(operation.toUpperCase(Locale.ROOT));
                    writer.outputIntervalHistogram(histogram);
                });
    }

    /**
     * Ends it.
     *
     * @throws IOException if a part of it could not be written
     */
    @Override
    public void close() throws IOException {
        boolean failed = stream.checkError();
        stream.close();
        if (failed || stream.checkError())
            throw new IOException("the histograms could not be written: is the drive full?");
    }
}
