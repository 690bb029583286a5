// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.firesteel.flash.timing.Latencies;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of drives with a model, since their clocks were started.
 *
 * @param drives in the order of the settings
 */
public record LiveReport(List<Live> drives) {
    /**
     * Measurements of a drive.
     *
     * @param reads latencies in the drive's own time, without dilation; likewise the others
     * @param dilation how many times slower the drive is than the real one
     * @param late how much later than due this machine answered, in its own time
     * @param hostPages pages written by the host
     * @param movedPages pages that its garbage collection has moved; 0 on a disk
     * @param streamPages of {@code hostPages}, those in each stream by its name: of a drive that is
     *     given files; null for others
     * @param unreadHints lifetime hints that could not be read within a second, so that their files
     *     kept their stream; null for a drive that is not given files
     */
    public record Live(
            String name,
            Times reads,
            Times writes,
            Times flushes,
            double dilation,
            Times late,
            long hostPages,
            long movedPages,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, Long> streamPages,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long unreadHints) {
        Live withStreams(Map<String, Long> pages, long unread) {
            return new Live(
                    name,
                    reads,
                    writes,
                    flushes,
                    dilation,
                    late,
                    hostPages,
                    movedPages,
                    pages,
                    unread);
        }

        /** Returns pages written for each page of the host; null if there was none. */
        public @Nullable Double writeAmplification() {
            return hostPages == 0 ? null : (double) (hostPages + movedPages) / hostPages;
        }
    }

    /** Latencies in microseconds, null if there was no request. */
    public record Times(
            long count,
            @Nullable Double mean,
            @Nullable Double p50,
            @Nullable Double p99,
            @Nullable Double p999) {
        static Times of(Latencies latencies) {
            if (latencies.count() == 0) return new Times(0, null, null, null, null);
            return new Times(
                    latencies.count(),
                    latencies.mean(),
                    latencies.percentile(50),
                    latencies.percentile(99),
                    latencies.percentile(99.9));
        }
    }
}
