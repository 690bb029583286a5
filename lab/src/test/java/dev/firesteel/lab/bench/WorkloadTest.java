// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadTest {
    @Test
    void mixesReadsAndUpdatesAsThePaperDoes() {
        Properties properties = new Workload("15/85").properties(1000, 10);
        assertThat(properties)
                .containsEntry("readproportion", "0.15")
                .containsEntry("updateproportion", "0.85")
                .containsEntry("insertproportion", "0.0")
                .containsEntry("requestdistribution", "zipfian")
                .containsEntry("recordcount", "1000");
    }

    @Test
    void knowsYcsbsOwnByTheirLetters() {
        assertThat(new Workload("B").properties(1, 1)).containsEntry("readproportion", "0.95");
        assertThat(new Workload("d").properties(1, 1))
                .containsEntry("requestdistribution", "latest");
        assertThat(new Workload("a").isInserts()).isFalse();
        assertThat(new Workload("write").isInserts()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "g", "5/96", "5", "95/", "-5/105", "writes"})
    void refusesOthers(String name) {
        assertThatThrownBy(() -> new Workload(name)).hasMessageContaining("is not a workload");
    }

    /** With the same modes before and behind it each time, one would always pay for another. */
    @Test
    void comesAfterAnotherModeInEachRound() {
        List<Mode> modes = List.of(Mode.NONE, Mode.BATCH, Mode.GROUP, Mode.FIRESTEEL);
        Set<List<Mode>> orders = new HashSet<>();
        Set<Mode> before = new HashSet<>();
        for (int round = 1; round <= 4; round++) {
            List<Mode> order = Rotation.of(modes, round);
            assertThat(order).containsExactlyInAnyOrderElementsOf(modes);
            orders.add(order);
            int at = order.indexOf(Mode.GROUP);
            if (at > 0) before.add(order.get(at - 1));
        }
        assertThat(orders).hasSize(4);
        assertThat(before).hasSizeGreaterThan(1);
    }
}
