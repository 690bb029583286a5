// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
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
        assertThat(new Workload("c").isReadOnly()).isTrue();
        assertThat(new Workload("100/0").isReadOnly()).isTrue();
        assertThat(new Workload("b").isReadOnly()).isFalse();
        assertThat(new Workload("write").isReadOnly()).isFalse();
        assertThat(new Workload("a").isInserts()).isFalse();
        assertThat(new Workload("write").isInserts()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "g", "5/96", "5", "95/", "-5/105", "writes"})
    void refusesOthers(String name) {
        assertThatThrownBy(() -> new Workload(name)).hasMessageContaining("is not a workload");
    }
}
