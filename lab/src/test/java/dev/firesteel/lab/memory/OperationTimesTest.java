// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.firesteel.lab.ycsb.OperationResult;
import dev.firesteel.lab.ycsb.YcsbResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationTimesTest {
    private static final int CLIENTS = 4;

    private static OperationResult operations(long succeeded, double meanMicros) {
        return new OperationResult(succeeded, 0, meanMicros, 0, 0, 0, 0);
    }

    private static OperationTimes times(Map<String, OperationResult> each) {
        return OperationTimes.of(
                new YcsbResult("run", CLIENTS, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, each, "", Map.of()));
    }

    @Test
    void allClientsAreBusyAtOnce() {
        OperationTimes times =
                times(
                        Map.of(
                                "read", operations(300, 1000),
                                "scan", operations(100, 3000),
                                "update", operations(50, 200),
                                "insert", operations(50, 400)));
        // 300 of 1 ms and 100 of 3 ms: 600 ms for 400, divided among four clients.
        assertThat(times.readSeconds()).isCloseTo(0.6 / 400 / CLIENTS, within(1e-12));
        assertThat(times.writeSeconds()).isCloseTo(0.03 / 100 / CLIENTS, within(1e-12));
        assertThat(times.readPart()).isCloseTo(0.8, within(1e-12));
    }

    @Test
    void whatWasNotDoneHasNoTime() {
        OperationTimes times = times(Map.of("read", operations(300, 1000)));
        assertThat(times.writeSeconds()).isNull();
        assertThat(times.readPart()).isEqualTo(1);
    }
}
