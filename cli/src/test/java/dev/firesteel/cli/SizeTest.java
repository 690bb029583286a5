// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeTest {
    @ParameterizedTest
    @CsvSource({"0B,0", "512B,512", "1KiB,1024", "32MiB,33554432", "4GiB,4294967296"})
    void isWrittenInCassandrasUnits(String text, long bytes) {
        assertThat(Size.parse(text)).isEqualTo(new Size(bytes));
        assertThat(new Size(bytes)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({"1536,1.50KiB", "4262461440,3.96GiB", "33554431,31.99MiB", "1099511627776,1TiB"})
    void isShownInTheLargestUnitThatFits(long bytes, String text) {
        assertThat(new Size(bytes)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"4", "4GB", "4 GiB", "4gib", "-1MiB", "1.5GiB", "", "99999999999TiB"})
    void isRefusedInOtherUnitsOrBeyondWhatCanBeCounted(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Size.parse(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("4GiB");
    }
}
