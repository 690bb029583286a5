// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void haveThreeDigitsOrMore() {
        assertThat(Numbers.text(31_111)).isEqualTo("31,111");
        assertThat(Numbers.text(-12.34)).isEqualTo("-12.3");
        assertThat(Numbers.text(2.5)).isEqualTo("2.50");
        assertThat(Numbers.text(0.4)).isEqualTo("0.400");
        assertThat(Numbers.text(0)).isEqualTo("0");
        assertThat(Numbers.text(8)).isEqualTo("8");
        assertThat(Numbers.text(Double.NaN)).isEqualTo("-");
    }

    @Test
    void haveAsManyDecimalsAsWhatTheyStandBeside() {
        assertThat(Numbers.text(957.4431, 957.443)).isEqualTo("957.443");
        assertThat(Numbers.text(4.8, 2.094)).isEqualTo("4.800");
        assertThat(Numbers.text(4946.3, 31_111.0)).isEqualTo("4,946");
        assertThat(Numbers.text(4.82, 2.0)).isEqualTo("4.82");
    }

    @Test
    void areExactWhereTheLastDigitMatters() {
        assertThat(Numbers.exact(957.4425)).isEqualTo("957.4425");
        assertThat(Numbers.exact(1)).isEqualTo("1");
        assertThat(Numbers.exact(100)).isEqualTo("100");
    }
}
