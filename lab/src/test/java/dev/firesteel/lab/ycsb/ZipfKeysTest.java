// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.firesteel.memory.KeyDistribution;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import site.ycsb.WorkloadException;
import site.ycsb.generator.NumberGenerator;
import site.ycsb.measurements.Measurements;

class ZipfKeysTest {
    private static final int ROWS = 1_000;
    private static final int DRAWS = 200_000;

    /** The tolerance, 0.011 of the count, is ten standard deviations. */
    @Test
    void theFirstRowsAreChosenAsOftenAsZipfsLawHasIt() {
        ZipfKeys keys = new ZipfKeys(ROWS);
        int top = 0;
        for (int i = 0; i < DRAWS; i++) {
            long row = keys.nextValue().longValue();
            assertThat(row).isBetween(0L, ROWS - 1L);
            if (row < 10) top++;
        }
        double expected = KeyDistribution.zipfian(ROWS, KeyDistribution.YCSB_THETA).shareOfTop(10);
        assertThat((double) top / DRAWS).isEqualTo(expected, within(0.011));
    }

    @Test
    void theWorkloadIsKnownByItsName() throws WorkloadException {
        Properties properties = CoreMix.C.properties(10, 1);
        assertThat(ZipfWorkload.isWanted(properties)).isFalse();
        properties.setProperty("requestdistribution", ZipfWorkload.DISTRIBUTION);
        assertThat(ZipfWorkload.isWanted(properties)).isTrue();
        Measurements.setProperties(properties); // a workload takes them from a static field
        Opened workload = new Opened();
        workload.init(properties);
        assertThat(workload.keys()).isInstanceOf(ZipfKeys.class);
        assertThat(properties).containsEntry("requestdistribution", ZipfWorkload.DISTRIBUTION);
    }

    private static final class Opened extends ZipfWorkload {
        NumberGenerator keys() {
            return keychooser;
        }
    }
}
