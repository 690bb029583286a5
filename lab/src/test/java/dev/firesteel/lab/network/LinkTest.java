// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkTest {
    @Test
    void readsADelayAlone() {
        assertThat(Link.parse("3ms")).isEqualTo(new Link(3_000_000, 0, 0, 0));
        assertThat(Link.parse("0.5us")).isEqualTo(new Link(500, 0, 0, 0));
        assertThat(Link.parse("0")).isEqualTo(new Link(0, 0, 0, 0));
    }

    @Test
    void readsAllProperties() {
        assertThat(Link.parse("1s,jitter=20us, loss=0.1%,bandwidth=1Gbit/s"))
                .isEqualTo(new Link(1_000_000_000, 20_000, 0.001, 125e6));
        assertThat(Link.parse("0,bandwidth=12.5MB/s").bytesPerSecond()).isEqualTo(12.5e6);
        assertThat(Link.parse("0,bandwidth=64kbit/s").bytesPerSecond()).isEqualTo(8e3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    3                   | '3' is not a time with its unit
                    -3ms                | '-3ms' is not a time
                    11s                 | '11s' is longer than 10 s
                    1ms,jitter=x        | 'x' is not a time
                    1ms,loss=1          | 'loss=1' is not a percentage below 100
                    1ms,loss=100%       | 'loss=100%' is not a percentage below 100
                    1ms,bandwidth=1Gb   | 'bandwidth=1Gb' is not a rate
                    1ms,bandwidth=0MB/s | 'bandwidth=0MB/s' is less than 1kB/s
                    1ms,loss=1%,loss=2% | 'loss' is given twice
                    1ms,los=1%          | 'los=1%' is not jitter=TIME, loss=PERCENT% or bandwidth=RATE
                    """)
    void refusesWhatItCannotRead(String text, String message) {
        assertThatThrownBy(() -> Link.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
