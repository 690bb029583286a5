// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlacingTest {
    /** Linux treats files without a hint, and those with the hint "none", the same. */
    @Test
    void givesEachLifetimeAStream() {
        assertThat(LongStream.rangeClosed(0, 5).mapToObj(Placing.LINUX4::stream))
                .containsExactly(0, 0, 1, 2, 3, 4);
        assertThat(LongStream.rangeClosed(0, 5).mapToObj(Placing.NONE::stream)).containsOnly(0);
    }

    @Test
    void hasNames() {
        assertThat(Placing.names()).containsExactly("none", "linux4");
        assertThat(Placing.of("linux4")).contains(Placing.LINUX4);
        assertThat(Placing.of("LINUX4")).isEmpty();
    }
}
