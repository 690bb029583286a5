// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HardwareTest {
    @Test
    void readsNameProcessorsSpeedAndPrice() {
        assertThat(Hardware.parse("big=16x1.5:6998,small=4:2159"))
                .containsExactly(
                        new Hardware("big", 16, 1.5, 6998), new Hardware("small", 4, 1, 2159));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "big", "big=16", "big=16:x", "=4:1", "a=4:1,", "a=1.2.3:4", "a=4x:1"})
    void saysWhatItCannotRead(String text) {
        assertThatThrownBy(() -> Hardware.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not NAME=CORES[xSPEED]:PRICE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=0:1", "a=4x0:1", "a=4:0"})
    void everythingIsAboveNought(String text) {
        assertThatThrownBy(() -> Hardware.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'a' must be above 0");
    }
}
