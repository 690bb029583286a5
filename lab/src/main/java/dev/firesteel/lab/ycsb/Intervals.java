// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How long operations took since the last look, by the name of the operation, in nanoseconds.
 * Recorded by any thread, looked at by one.
 */
final class Intervals {
    private final ConcurrentMap<String, Recorder> recorders = new ConcurrentHashMap<>();

    /** Takes note of an operation that has succeeded. */
    void record(String operation, long nanos) {
        Recorder recorder = recorders.get(operation);
        if (recorder == null)
            recorder =
                    recorders.computeIfAbsent(
                            operation,
                            name -> new Recorder(Latencies.HIGHEST_NANOS, Latencies.DIGITS));
        recorder.recordValue(nanos);
    }

    /** Those that have ended since the last call; each knows from when until when. */
    Map<String, Histogram> next() {
        Map<String, Histogram> interval = new TreeMap<>();
        recorders.forEach(
                (operation, recorder) -> interval.put(operation, recorder.getIntervalHistogram()));
        return interval;
    }
}
