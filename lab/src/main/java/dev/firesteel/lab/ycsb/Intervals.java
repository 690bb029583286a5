// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Latencies of an interval, by operation, in nanoseconds. Any thread records; one thread reads. */
final class Intervals {
    private final ConcurrentMap<String, Recorder> recorders = new ConcurrentHashMap<>();

    /** Records a successful operation. */
    void record(String operation, long nanos) {
        Recorder recorder = recorders.get(operation);
        if (recorder == null)
            recorder =
                    recorders.computeIfAbsent(
                            operation,
                            name -> new Recorder(Latencies.HIGHEST_NANOS, Latencies.DIGITS));
        recorder.recordValue(nanos);
    }

    /** Returns the latencies since the last call; each histogram has its start and end. */
    Map<String, Histogram> next() {
        Map<String, Histogram> interval = new TreeMap<>();
        recorders.forEach(
                (operation, recorder) -> interval.put(operation, recorder.getIntervalHistogram()));
        return interval;
    }
}
