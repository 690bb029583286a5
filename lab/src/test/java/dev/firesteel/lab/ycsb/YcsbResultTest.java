// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class YcsbResultTest {
    private static YcsbResult result(long operations, long errors) {
        return new YcsbResult(
                "run",
                1,
                1,
                operations,
                operations,
                errors,
                1,
                1,
                1,
                1,
                1,
                1,
                Map.of(),
                "no room",
                Map.of());
    }

    @Test
    void oneOperationInAHundredMayFail() {
        assertThat(result(99, 1).failure()).isNull();
        assertThat(result(100, 0).failure()).isNull();
        assertThat(result(98, 2).failure()).isEqualTo("2 of 100 operations failed: no room");
        assertThat(result(0, 0).failure()).startsWith("0 of 0 operations failed");
    }
}
