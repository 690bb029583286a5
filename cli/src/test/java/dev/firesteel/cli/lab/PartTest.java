// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartTest {
    private static final Instant NOW = Instant.parse("2026-12-01T08:00:00Z");

    @Test
    void partsHaveEachRowOnce() {
        long next = 0;
        for (int number = 1; number <= 7; number++) {
            Part part = Part.parse(number + "/7");
            assertThat(part.first(1_000)).isEqualTo(next);
            assertThat(part.count(1_000)).isBetween(142L, 143L);
            next += part.count(1_000);
        }
        assertThat(next).isEqualTo(1_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "0/5", "6/5", "1/0", "a/b", "1/2/3", "-1/2"})
    void refusesWhatIsNoPart(String text) {
        assertThatThrownBy(() -> Part.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--part '" + text + "' is not K/N");
    }

    @Test
    void aStartIsWithinAnHour() throws Exception {
        InstantSource clock = InstantSource.fixed(NOW);
        StartTime.parse("2026-12-01T08:00:00Z", clock).await(clock);
        refuses("08:00:00", "is not a time such as 2026-12-01T08:30:00Z");
        refuses("2026-12-01T07:59:59Z", "is over");
        refuses("2026-12-01T09:00:01Z", "is more than an hour ahead");
        StartTime start = StartTime.parse("2026-12-01T08:00:01Z", clock);
        assertThatThrownBy(() -> start.await(InstantSource.fixed(NOW.plusSeconds(2))))
                .hasMessageContaining("was over before the node had answered");
    }

    private static void refuses(String text, String message) {
        assertThatThrownBy(() -> StartTime.parse(text, InstantSource.fixed(NOW)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
