// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkFiguresTest {
    private static NetworkFigures of(
            double roundTrip, double asked, double rate, double askedRate, double loss) {
        return NetworkFigures.of(
                "star",
                80,
                List.of(
                        new NetworkFigures.Pair(
                                "node 1", "node 2", asked, roundTrip, roundTrip, askedRate, rate,
                                0.01, loss, 10_000)));
    }

    @Test
    void whatIsAsAskedForIsNoWarning() {
        assertThat(of(2_130, 2_000, 118e6, 125e6, 0.012).warnings()).isEmpty();
        assertThat(of(120, 0, 300e6, 0, 0.01).warnings()).isEmpty();
    }

    @Test
    void namesWhatIsNotAsAskedFor() {
        assertThat(of(320, 200, 300e6, 0, 0.01).warnings())
                .singleElement()
                .asString()
                .contains("node 1 to node 2", "takes 240 us", "200 us were asked for");
        assertThat(of(2_000, 2_000, 80e6, 125e6, 0.02).warnings())
                .satisfiesExactly(
                        rate -> assertThat(rate).contains("80.0 MB/s, and 125.0 MB/s"),
                        loss -> assertThat(loss).contains("2.000 % of packets", "1.000 %"));
    }
}
