// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MergedResultTest {
    private static final long MICRO = 1_000;

    private static Latencies reads(int fromMicros, int toMicros, int failures) {
        Latencies latencies = new Latencies();
        for (int micros = fromMicros; micros < toMicros; micros++)
            latencies.record("READ", micros * MICRO, micros * MICRO, true);
        for (int i = 0; i < failures; i++) latencies.record("READ", 1, 1, false);
        return latencies;
    }

    private static YcsbResult part(Latencies latencies, double seconds, String error) {
        YcsbResult result = YcsbResult.of("run", 4, seconds, latencies, error);
        return result.with(result.operationsPerSecond(), latencies.encoded());
    }

    /** The median of all is not the mean of the medians of parts. */
    @Test
    void latenciesAreThoseOfAllOperations() throws Exception {
        Latencies small = reads(100, 200, 1);
        Latencies large = reads(1_000, 1_900, 0);
        YcsbResult merged =
                YcsbResult.merged(List.of(part(small, 10, ""), part(large, 9, "no room")));
        Latencies together = reads(100, 200, 1);
        together.add(large);
        YcsbResult all = YcsbResult.of("run", 8, 10, together, "no room");
        assertThat(merged.each()).isEqualTo(all.each());
        assertThat(merged.p50Micros()).isEqualTo(all.p50Micros());
        assertThat(merged.errors()).isEqualTo(1);
        assertThat(merged.threads()).isEqualTo(8);
        assertThat(merged.firstError()).isEqualTo("no room");
        assertThat(merged.busySeconds()).isCloseTo(all.busySeconds(), within(1e-6));
        assertThat(merged.histograms()).isEmpty();
    }

    @Test
    void ratesAreAdded() throws Exception {
        YcsbResult merged =
                YcsbResult.merged(
                        List.of(part(reads(1, 101, 0), 10, ""), part(reads(1, 101, 0), 5, "")));
        assertThat(merged.operationsPerSecond()).isEqualTo(30);
        assertThat(merged.seconds()).isEqualTo(10);
    }

    @Test
    void damagedHistogramsAreRefused() {
        YcsbResult part = part(reads(1, 10, 0), 1, "");
        refuses(part.with(1, Map.of()), "no histogram of READ");
        refuses(part.with(1, Map.of("READ", "AAAA")), "a histogram is damaged");
        refuses(part.with(1, reads(1, 11, 0).encoded()), "the histogram of READ is damaged");
    }

    private static void refuses(YcsbResult part, String message) {
        assertThatThrownBy(() -> YcsbResult.merged(List.of(part)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }
}
