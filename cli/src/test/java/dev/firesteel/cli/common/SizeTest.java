// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
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
    @ValueSource(strings = {"4", "4GB", "4 GiB", "4gib", "-1MiB", "1.5GiB", ""})
    void isRefusedInOtherUnits(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Size.parse(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("4GiB");
    }

    @Test
    void isRefusedBeyondWhatCanBeCounted() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Size.parse("8388608TiB"))
                .withMessage("'8388608TiB' is too large");
        assertThat(Size.parse("8388607TiB")).hasToString("8388607TiB");
    }

    @ParameterizedTest
    @CsvSource({
        "0,0B",
        "1535,1535B",
        "1536,1536B",
        "2048,2KiB",
        "1258291200,1200MiB",
        "1073741824,1GiB",
        "1099511627776,1TiB"
    })
    void isExactInTheLargestUnitOfWhichItIsAWholeNumber(long bytes, String text) {
        assertThat(new Size(bytes).exact()).isEqualTo(text);
        assertThat(Size.parse(text)).isEqualTo(new Size(bytes));
    }
}
