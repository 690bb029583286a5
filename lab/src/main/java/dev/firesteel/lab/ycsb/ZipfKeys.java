// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import dev.firesteel.memory.KeyDistribution;
import org.hipparchus.random.RandomDataGenerator;
import site.ycsb.generator.NumberGenerator;

/**
 * Rows chosen by Zipf's law: the row of rank r as r^-0.99, the first row of all most often.
 *
 * <p>Exactly, by rejection and inversion (Hörmann and Derflinger 1996); YCSB's own generator is
 * close to it, but it is shared by all threads, and its scrambled variant, which YCSB's workloads
 * call zipfian, is much less skewed.
 */
final class ZipfKeys extends NumberGenerator {
    private final int rows;
    private final ThreadLocal<RandomDataGenerator> random =
            ThreadLocal.withInitial(RandomDataGenerator::new);

    /**
     * Chooses among rows.
     *
     * @param rows how many there are, from 0 on; at least 1
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

    /** Nobody asks for it. */
    @Override
    public double mean() {
        throw new UnsupportedOperationException();
    }
}
