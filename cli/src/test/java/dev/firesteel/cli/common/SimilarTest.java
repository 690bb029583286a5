// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimilarTest {
    @ParameterizedTest
    @CsvSource({
        "run, run, 0",
        "runn, run, 1",
        "rn, run, 1",
        "rum, run, 1",
        "yscb, ycsb, 1",
        "'', run, 3",
        "run, '', 3",
        "kitten, sitting, 3",
        "--adress, --address, 1"
    })
    void countsEdits(String from, String to, int edits) {
        assertThat(Similar.edits(from, to)).isEqualTo(edits);
        assertThat(Similar.edits(to, from)).isEqualTo(edits);
    }

    @Test
    void findsTheNearestOfAFew() {
        List<String> words = List.of("load", "lab", "ycsb");
        assertThat(Similar.to("lad", words)).contains("load");
        assertThat(Similar.to("lsb", words)).contains("lab");
        assertThat(Similar.to("xyzzy", words)).isEmpty();
    }
}
