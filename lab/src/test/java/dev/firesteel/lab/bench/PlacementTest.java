// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.JsonLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
    private static final Path DATA = Path.of("/data/bench");
    private static final List<Place> DRIVES =
            Place.parse("--log", List.of("flash=/flash", "disk=/mnt/a=b"));

    @Test
    void putsEachDriveOfLogsWithEachOfSSTables() {
        assertThat(DRIVES.get(1)).isEqualTo(new Place("disk", Path.of("/mnt/a=b")));
        assertThat(Placement.all(DRIVES, DRIVES).stream().map(Placement::toString))
                .containsExactly(
                        ", log on flash, SSTables on flash",
                        ", log on flash, SSTables on disk",
                        ", log on disk, SSTables on flash",
                        ", log on disk, SSTables on disk");
        assertThat(Placement.all(List.of(), DRIVES).get(1)).hasToString(", SSTables on disk");
        assertThat(Placement.all(List.of(), List.of())).containsExactly(Placement.TOGETHER);
    }

    @Test
    void givesTheNodeADirectoryOnEachDrive() {
        Placement apart = new Placement(DRIVES.get(0), DRIVES.get(1));
        assertThat(apart.logIn(DATA)).isEqualTo(Path.of("/flash/firesteel-node"));
        assertThat(apart.sstablesIn(DATA)).isEqualTo(Path.of("/mnt/a=b/firesteel-node"));
        assertThat(apart.in(DATA))
                .containsExactly(
                        Path.of("/data/bench/firesteel-node"),
                        Path.of("/flash/firesteel-node"),
                        Path.of("/mnt/a=b/firesteel-node"));
        assertThat(Placement.TOGETHER.in(DATA))
                .containsExactly(Path.of("/data/bench/firesteel-node"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/flash | --log: '/flash' is not NAME=DIR, as in disk=/mnt/disk",
                "=/flash | --log: '=/flash' is not NAME=DIR",
                "a= | --log: 'a=' is not NAME=DIR",
                "a b=/flash | --log: 'a b=/flash' is not NAME=DIR",
                "-=/x | --log: '-=/x' is not NAME=DIR",
                "a=/x;a=/y | --log names 'a' twice"
            })
    void saysWhatIsWrong(String texts, String message) {
        assertThatThrownBy(() -> Place.parse("--log", List.of(texts.split(";"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void comparesAModeOverDrives() {
        List<Measurement> all = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            all.add(on(0, 0, Measurements.closed(round, Mode.NONE, 8_000)));
            all.add(on(0, 1, Measurements.closed(round, Mode.NONE, 4_000 + round)));
            all.add(on(0, 1, Measurements.closed(round, Mode.BATCH, 2_000)));
        }
        List<String> lines = new ComparisonTable(new Comparison(all)).lines();
        assertThat(lines)
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .startsWith(
                                                "write, 8 clients, log on flash, SSTables on disk, closed loop"))
                .containsSubsequence(
                        "write, 8 clients, closed loop, on all drives; ratios of op/s to the first row",
                        "mode log/SSTables op/s  +- mean us p99 us /first",
                        "none flash/flash  8000 0 %    1000   4000  1.00",
                        "none flash/disk   4002 0 %    1999   7996  0.50",
                        "batch flash/disk  2000 0 %    4000  16000  0.25");
        assertThat(JsonLine.of(new Comparison(all).results().get(1)))
                .contains("\"log\":\"flash\",\"sstables\":\"disk\"");
    }

    @Test
    void comparesLatenciesOfOpenLoops() {
        List<Measurement> all = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            all.add(on(0, 0, Measurements.open(round, Mode.NONE, 1_000, 1_000)));
            all.add(on(1, 0, Measurements.open(round, Mode.BATCH, 1_000, 1_000)));
        }
        assertThat(new ComparisonTable(new Comparison(all)).lines())
                .contains(
                        "write, 8 clients, open loop, on all drives; ratios of p99 to the first row");
    }

    @Test
    void namesTheDrivesOfADoubtfulNode() {
        Measurement one = Measurements.unsettled(60);
        assertThat(new Comparison(List.of(on(0, 0, one), on(0, 1, one))).warnings())
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .contains("log on flash, SSTables on flash, round 1"),
                        second -> assertThat(second).contains("SSTables on disk, round 1"));
    }

    @Test
    void hasNoTableOfDrivesIfAllFilesWereOnOne() {
        Comparison one = new Comparison(List.of(Measurements.closed(1, Mode.NONE, 8_000)));
        assertThat(new ComparisonTable(one).lines()).noneMatch(line -> line.contains("on all"));
        assertThat(JsonLine.of(one.results().get(0))).doesNotContain("\"log\"");
    }

    private static Measurement on(int log, int sstables, Measurement one) {
        return new Measurement(
                one.round(),
                one.mode(),
                new Cell(
                        one.cell().workload(),
                        one.cell().clients(),
                        new Placement(DRIVES.get(log), DRIVES.get(sstables))),
                one.loop(),
                one.targetPerSecond(),
                one.warmUp(),
                one.result(),
                one.cost(),
                one.device(),
                one.isFlushed());
    }
}
