// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopbackAddressTest {
    @Test
    void countsOnFromAnAddress() {
        assertThat(LoopbackAddress.parse("127.0.0.1").plus(2)).hasToString("127.0.0.3");
        assertThat(LoopbackAddress.parse("127.0.0.255").plus(1)).hasToString("127.0.1.0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"10.0.0.1", "0.0.0.0", "127.0.0.256", "127.0.0", "localhost", "::1", ""})
    void refusesWhatOthersCouldReachOrNobodyCan(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LoopbackAddress.parse(text))
                .withMessageContaining("127.0.0.1")
                .withMessageEndingWith("not on " + text);
    }

    @Test
    void doesNotLeaveTheLoopbackNetwork() {
        LoopbackAddress last = LoopbackAddress.parse("127.255.255.255");
        assertThatIllegalArgumentException().isThrownBy(() -> last.plus(1));
    }
}
