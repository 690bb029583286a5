// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountsTest {
    @Test
    void readsNumbersAndRanges() {
        assertThat(Counts.parse("1,2,4").each()).containsExactly(1, 2, 4);
        assertThat(Counts.parse("1..4, 17").each()).containsExactly(1, 2, 3, 4, 17);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,|is not whole numbers",
                "1...4|is not whole numbers",
                "-1|is not whole numbers",
                "4..1|ends before it begins",
                "1..2000|more than 1000 numbers",
                "1..600,1..600|more than 1000 numbers",
            })
    void saysWhatItCannotRead(String text, String why) {
        assertThatThrownBy(() -> Counts.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining(why)
                .hasMessageEndingWith("write them as 1,2,4 or 1..4");
    }
}
