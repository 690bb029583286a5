// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindTextTest {
    @Test
    void readsAllKeys() {
        KindText kind =
                KindText.parse(
                        "big=cores:0.4,nodes:1,2,4,network:star:1ms,loss=1%,clients:16,rows:500");
        assertThat(kind.name()).isEqualTo("big");
        assertThat(kind.number("cores")).contains(0.4);
        assertThat(kind.value("nodes")).contains("1,2,4");
        assertThat(kind.value("network")).contains("star:1ms,loss=1%");
        assertThat(kind.count("clients")).contains(16);
        assertThat(kind.count("rows")).contains(500);
        assertThat(KindText.parse("a=cores:1").value("nodes")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    big                | it is not NAME=KEY:VALUE,..., such as big=cores:0.4,nodes:3
                    big=               | it is not NAME=KEY:VALUE
                    big=core:1         | 'core:1' is none of cores, nodes, clients, rows, network
                    big=cores:1,2      | '2' is none of cores
                    big=cores:1,cores:2| cores is given twice
                    """)
    void refusesWhatItCannotRead(String text, String message) {
        assertThatThrownBy(() -> KindText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThatThrownBy(() -> KindText.parse("a=cores:x").number("cores"))
                .hasMessage("cores 'x' is not a number");
        assertThatThrownBy(() -> KindText.parse("a=rows:1.5").count("rows"))
                .hasMessage("rows '1.5' is not a whole number");
    }
}
