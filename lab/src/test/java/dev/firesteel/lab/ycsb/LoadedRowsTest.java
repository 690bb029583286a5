// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

class LoadedRowsTest {
    private static final class Workload extends CoreWorkload {
        private String keyOf(long row) {
            return buildKeyName(row);
        }
    }

    @ParameterizedTest
    @CsvSource({"hashed, 1", "hashed, 30", "ordered, 1", "ordered, 8"})
    void keysAreThoseOfTheWorkload(String order, String padding) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("recordcount", "1000");
        properties.setProperty("insertorder", order);
        properties.setProperty("zeropadding", padding);
        Measurements.setProperties(properties);
        Workload workload = new Workload();
        workload.init(properties);
        for (long row : new long[] {0, 1, 999, 123_456_789_012L})
            assertThat(LoadedRows.key(row, properties)).isEqualTo(workload.keyOf(row));
    }
}
