// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountTest {
    @Test
    void hasThePluralWhereItIsNotOne() {
        assertThat(Amount.of(0, "kill")).isEqualTo("0 kills");
        assertThat(Amount.of(1, "kill")).isEqualTo("1 kill");
        assertThat(Amount.of(20, "kill")).isEqualTo("20 kills");
    }

    @Test
    void roundsMinutesUp() {
        assertThat(Amount.minutes(0)).isEqualTo("0 minutes");
        assertThat(Amount.minutes(1)).isEqualTo("1 minute");
        assertThat(Amount.minutes(60)).isEqualTo("1 minute");
        assertThat(Amount.minutes(61)).isEqualTo("2 minutes");
    }
}
