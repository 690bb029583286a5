// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import dev.firesteel.memory.KeyDistribution;
import org.hipparchus.random.RandomDataGenerator;
import site.ycsb.generator.NumberGenerator;

/**
 * Chooses rows by Zipf's law: the row of rank r has weight r^-0.99, and the first row has rank 1.
 *
 * <p>Exact, by rejection and inversion (Hörmann and Derflinger 1996). YCSB's own generator is close
 * to it, but all threads share it. Its scrambled variant, named zipfian in YCSB's workloads, is
 * much less skewed.
 */
final class ZipfKeys extends NumberGenerator {
    private final int rows;
    private final ThreadLocal<RandomDataGenerator> random =
            ThreadLocal.withInitial(RandomDataGenerator::new);

    /**
     * Creates a generator.
     *
     * @param rows the number of rows, from 0 on; at least 1
     */
    ZipfKeys(int rows) {
        this.rows = rows;
    }

    @Override
    public Number nextValue() {
        long row = random.get().nextZipf(rows, KeyDistribution.YCSB_THETA) - 1L;
        setLastValue(row);
        return row;
    }

    /** Not supported, because it is not needed. */
    @Override
    public double mean() {
        throw new UnsupportedOperationException();
    }
}
