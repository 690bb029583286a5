// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyTest {
    private static final int CLIENT = 3;

    @TempDir Path directory;

    private static NetworkPlan plan(String text) {
        return Topology.parse(text).plan(CLIENT);
    }

    @Test
    void aStarHasTheSameDelayBetweenAnyTwoStations() {
        NetworkPlan plan = plan("star:3ms");
        assertThat(plan.stations()).isEqualTo(4);
        assertThat(plan.route(0, 1).delayNanos()).isEqualTo(3_000_000);
        assertThat(plan.route(CLIENT, 2).delayNanos()).isEqualTo(3_000_000);
        assertThat(plan.roundTripNanos(0, 2, 100)).isEqualTo(6_000_000);
        assertThat(plan("star:3ms,jitter=1ms").roundTripNanos(0, 2, 100)).isEqualTo(7_678_347);
        assertThat(plan("star:3ms,bandwidth=1MB/s").roundTripNanos(0, 2, 100))
                .as("four ports")
                .isEqualTo(6_400_000);
    }

    /** Packets of a node to two others go through one port. */
    @Test
    void aStationHasOnePortInEachDirection() {
        NetworkPlan plan = plan("star:0,bandwidth=1MB/s");
        assertThat(plan.pipes()).hasSize(8).containsOnly(1e6);
        assertThat(plan.route(0, 1).pipes().get(0)).isEqualTo(plan.route(0, 2).pipes().get(0));
        assertThat(plan.route(0, 1).pipes().get(1)).isEqualTo(plan.route(2, 1).pipes().get(1));
        assertThat(plan.route(0, 1).pipes()).doesNotContainAnyElementsOf(plan.route(1, 0).pipes());
        assertThat(plan.bytesPerSecond(0, 1)).isEqualTo(1e6);
    }

    @Test
    void aTorusHasTheDelayForEachHop() {
        NetworkPlan plan = Topology.parse("torus:2us,jitter=1us").plan(26);
        assertThat(plan.route(0, 1).delayNanos()).isEqualTo(2_000);
        assertThat(plan.route(0, 2).delayNanos()).as("around the edge").isEqualTo(2_000);
        assertThat(plan.route(0, 13).delayNanos()).as("across the cube").isEqualTo(6_000);
        assertThat(plan.route(0, 13).jitterNanos()).isEqualTo(3_000);
    }

    @Test
    void sitesAreFarFromEachOtherAndOneIsTheClients() {
        NetworkPlan plan = Topology.parse("wan:75ms/2,bandwidth=1MB/s").plan(4);
        assertThat(plan.route(0, 1).delayNanos()).isEqualTo(75_000_000);
        assertThat(plan.route(0, 2)).isEqualTo(Route.FREE);
        assertThat(plan.route(4, 0)).isEqualTo(Route.FREE);
        assertThat(plan.route(4, 3).delayNanos()).isEqualTo(75_000_000);
        assertThat(plan.route(0, 1).pipes())
                .as("nodes of a site share its line")
                .isEqualTo(plan.route(2, 3).pipes())
                .isNotEqualTo(plan.route(1, 0).pipes());
    }

    @Test
    void aFileNamesLinksAndLaterOnesReplaceEarlier() throws Exception {
        NetworkPlan plan =
                plan(file("# all\n* * 1ms\n\n1 2 5ms,loss=1%\nclient * 2ms,bandwidth=1MB/s\n"));
        assertThat(plan.route(0, 2).delayNanos()).isEqualTo(1_000_000);
        assertThat(plan.route(1, 0).delayNanos()).isEqualTo(5_000_000);
        assertThat(plan.route(0, 1).loss()).isEqualTo(0.01);
        assertThat(plan.route(2, CLIENT).delayNanos()).isEqualTo(2_000_000);
        assertThat(plan.bytesPerSecond(CLIENT, 0)).isEqualTo(1e6);
    }

    /** A network does not change with its file, and another process needs none. */
    @Test
    void aFileIsReadOnce() throws Exception {
        Topology topology = Topology.parse(file("# none\n1 2 5ms\n* client 1ms\n"));
        assertThat(topology).hasToString("links:1 2 5ms;* client 1ms");
        Files.delete(directory.resolve("links"));
        assertThat(Topology.parse(topology.toString()).plan(2)).isEqualTo(topology.plan(2));
    }

    @Test
    void saysWhatIsWrongInAListOfLinksAndWhere() throws Exception {
        refuses(file("1 2\n"), "'1 2' is not STATION STATION DELAY");
        refuses(file("\n1 x 2ms\n"), "'1 x 2ms': 'x' is not the number of a node, client or *");
        refuses("links:1 2 2", "'1 2 2': '2' is not a time with its unit");
        refuses(file("# none\n"), "there is no link");
        refuses("file:" + directory.resolve("none"), "there is no such file");
        Topology four = Topology.parse(file("1 4 1ms\n"));
        four.require(4);
        assertThatThrownBy(() -> four.require(3))
                .hasMessageContaining("'1 4 1ms': there is no node 4, only 3");
    }

    @Test
    void nodesThatAreTooFarApartAreRefused() {
        Topology.parse("star:300ms").require(3);
        assertThatThrownBy(() -> Topology.parse("wan:301ms/2").require(3))
                .hasMessageContaining("a delay of more than 300 ms");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    ring:1ms   | it is not star:DELAY, torus:DELAY, wan:DELAY/SITES, file:PATH or links:LINES
                    star       | it is not star:DELAY
                    star:1     | '1' is not a time with its unit
                    wan:75ms   | '75ms' is not DELAY/SITES[,PROPERTY...]
                    wan:75ms/1 | there must be 2 to 32 sites, not 1
                    """)
    void refusesWhatItCannotRead(String text, String message) {
        refuses(text, message);
    }

    private static void refuses(String text, String message) {
        assertThatThrownBy(() -> Topology.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("network '" + text + "'")
                .hasMessageContaining(message);
    }

    private String file(String lines) throws Exception {
        return "file:" + Files.writeString(directory.resolve("links"), lines);
    }
}
