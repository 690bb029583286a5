// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Records the changes of all counters since its creation. */
final class Tally {
    private static final double MEDIAN = 50;
    private static final double ONE_IN_A_HUNDRED = 99;

    private final String deviceStat;
    private final Peer peer;
    private final Peer.Written written;
    private final String device;

    /**
     * Reads the counters at the start.
     *
     * @param deviceStat the kernel's counters of the drive; empty if it has none
     */
    Tally(String deviceStat, Peer peer) throws IOException {
        this.deviceStat = deviceStat;
        this.peer = peer;
        written = peer.written();
        device = device();
    }

    /** Returns the changes since then, by name. Latencies are given per thread. */
    Map<String, ?> figures(List<Histogram> latencyNanos) throws IOException {
        Histogram all = new Histogram(latencyNanos.get(0));
        latencyNanos.forEach(all::add);
        Peer.Written since = peer.written().since(written);
        return Map.of(
                "appends", all.getTotalCount(),
                "p50Nanos", all.getValueAtPercentile(MEDIAN),
                "p99Nanos", all.getValueAtPercentile(ONE_IN_A_HUNDRED),
                "requests", since.requests(),
                "writtenBytes", since.bytes(),
                "deviceBefore", device,
                "deviceAfter", device());
    }

    /** Returns the kernel's text verbatim; readers of the figures interpret it. */
    private String device() throws IOException {
        return deviceStat.isEmpty() ? "" : Files.readString(Path.of(deviceStat)).trim();
    }
}
