// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LruCacheTest {
    private static final int KEYS = 100_000;
    private static final int CAPACITY = KEYS / 10;

    private static KeyDistribution distribution(String name, int keys) {
        return switch (name) {
            case "uniform" -> KeyDistribution.uniform(keys);
            case "zipfian" -> KeyDistribution.zipfian(keys, 0.99);
            default -> KeyDistribution.ycsbZipfian(keys);
        };
    }

    /** The figures were computed, and simulated, without this code. */
    @ParameterizedTest
    @CsvSource({"zipfian, 0.7250, 0.0005", "ycsb, 0.365, 0.0005", "uniform, 0.1, 0.0001"})
    void aTenthOfTheKeysAnswersSoManyRequests(String name, double expected, double tolerance) {
        assertThat(LruCache.hitRatio(distribution(name, KEYS), CAPACITY))
                .isCloseTo(expected, within(tolerance));
    }

    /**
     * The seed's read model assumes this share by its logarithm: a cache that always holds the
     * right keys.
     */
    @Test
    void aCacheThatKnewWouldAnswerMore() {
        assertThat(KeyDistribution.zipfian(KEYS, 0.99).shareOfTop(CAPACITY))
                .isCloseTo(0.8001, within(0.0001));
        assertThat(KeyDistribution.uniform(KEYS).shareOfTop(2 * KEYS)).isCloseTo(1, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"uniform", "zipfian", "ycsb"})
    void aCacheThatIsSimulatedAnswersAsMany(String name) {
        KeyDistribution distribution = distribution(name, 10_000);
        for (int capacity : new int[] {10, 300, 3_000})
            assertThat(LruCache.hitRatio(distribution, capacity))
                    .as("%d keys", capacity)
                    .isCloseTo(simulated(distribution, capacity), within(0.004));
    }

    private static double simulated(KeyDistribution distribution, int capacity) {
        double[] upTo = new double[distribution.keys()];
        double sum = 0;
        for (int i = 0; i < upTo.length; i++) upTo[i] = sum += distribution.probability(i);
        Map<Integer, Boolean> cache = new LinkedHashMap<>(16, 0.75f, true);
        Random random = new Random(7);
        int warmUp = 100_000;
        int measured = 300_000;
        int hits = 0;
        for (int i = 0; i < warmUp + measured; i++) {
            int found = Arrays.binarySearch(upTo, random.nextDouble() * sum);
            int key = found >= 0 ? found : Math.min(-found - 1, upTo.length - 1);
            boolean isHit = cache.get(key) != null;
            if (isHit && i >= warmUp) hits++;
            if (isHit) continue;
            cache.put(key, true);
            if (cache.size() > capacity) cache.remove(cache.keySet().iterator().next());
        }
        return (double) hits / measured;
    }

    @Test
    void aCacheForAllKeysAnswersEverything() {
        assertThat(LruCache.hitRatio(KeyDistribution.uniform(10), 10)).isEqualTo(1);
        assertThat(LruCache.hitRatio(KeyDistribution.zipfian(1, 0.99), 5)).isEqualTo(1);
        assertThat(LruCache.hitRatio(KeyDistribution.zipfian(1_000, 5), 999))
                .isCloseTo(1, within(1e-6));
    }

    /** A hot row also loads the other rows of its chunk, which get no requests. */
    @Test
    void aCacheOfChunksAnswersLessThanOneOfRows() {
        for (String name : new String[] {"zipfian", "ycsb"}) {
            KeyDistribution rows = distribution(name, KEYS);
            KeyDistribution chunks = rows.inChunks(15, 1);
            assertThat(chunks.keys()).isEqualTo((KEYS + 14) / 15);
            assertThat(chunks.shareOfTop(chunks.keys())).isCloseTo(1, within(1e-9));
            double hits = LruCache.hitRatio(chunks, chunks.keys() / 10);
            assertThat(hits).isBetween(0.1, LruCache.hitRatio(rows, CAPACITY) - 0.05);
            assertThat(rows.inChunks(1, 7).shareOfTop(10))
                    .isCloseTo(rows.shareOfTop(10), within(1e-9));
        }
        assertThat(LruCache.hitRatio(KeyDistribution.uniform(KEYS).inChunks(10, 1), CAPACITY / 10))
                .isCloseTo(0.1, within(1e-4));
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> KeyDistribution.uniform(10).inChunks(0, 1))
                .hasMessage("the keys in a chunk must be at least 1, not 0");
        assertThatThrownBy(() -> KeyDistribution.uniform(0))
                .hasMessage("the number of keys must be at least 1, not 0");
        assertThatThrownBy(() -> KeyDistribution.zipfian(10, -1))
                .hasMessage("theta must be 0 to 5, not -1.0");
        assertThatThrownBy(() -> KeyDistribution.zipfian(10, Double.NaN))
                .hasMessage("theta must be 0 to 5, not NaN");
        assertThatThrownBy(() -> LruCache.hitRatio(KeyDistribution.uniform(10), 0))
                .hasMessage("the capacity of a cache must be at least 1 key, not 0");
    }
}
