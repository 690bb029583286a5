// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.HdrHistogram.Histogram;

/** Makes results of {@code lab ycsb --part K/N --json}. */
public final class PartFile {
    private PartFile() {}

    /** Returns a part with 100 reads of 1 ms, in 10 s. */
    public static String text(String part, String end, String rows) {
        Histogram latencies = new Histogram(3);
        latencies.recordValueWithCount(1_000_000, 100);
        ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
        int size = latencies.encodeIntoCompressedByteBuffer(bytes);
        String histogram = Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), size));
        return """
        {"at": "%s", "firesteel": "0.1.0", "machine": {"processors": 2},
         "settings": {"part": "%s", "rate": "50.0", "recordcount": "%s"},
         "phase": "run", "threads": 4, "seconds": 10.0, "operations": 100,
         "operationsPerSecond": 10.0, "errors": 0, "meanMicros": 1000.0,
         "p50Micros": 1000.0, "p99Micros": 1000.0, "p999Micros": 1000.0,
         "maxMicros": 1000.0, "busySeconds": 0.1, "firstError": "",
         "each": {"READ": {"succeeded": 100, "errors": 0, "meanMicros": 1000.0,
           "p50Micros": 1000.0, "p99Micros": 1000.0, "p999Micros": 1000.0,
           "maxMicros": 1000.0}},
         "histograms": {"READ": "%s"}}
        """
                .formatted(end, part, rows, histogram);
    }
}
