// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.drive.LiveReport;
import dev.firesteel.lab.drive.LiveReport.Live;
import dev.firesteel.lab.drive.LiveReport.Times;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveTextTest {
    private static final Times NONE = new Times(0, null, null, null, null);

    private static Live live(Times reads, Times writes, long hostPages, long movedPages) {
        return new Live("drive", reads, writes, NONE, NONE, hostPages, movedPages, null, null);
    }

    @Test
    void givesRatesAndMeansOfTheTimeBetweenTwoMeasurements() {
        Live first = live(NONE, new Times(100, 500.0, 400.0, 900.0, 950.0), 25_600, 0);
        Live second =
                live(
                        new Times(20, 4_000.0, 4_000.0, 4_000.0, 4_000.0),
                        new Times(300, 1_500.0, 400.0, 900.0, 950.0),
                        51_200,
                        12_800);
        assertThat(LiveText.header())
                .isEqualTo(
                        "     s  reads/s      ms writes/s      ms  flush/s      ms   MiB/s   wa  all wa");
        assertThat(LiveText.interval(live(NONE, NONE, 0, 0), first, 10, 10))
                .isEqualTo(
                        "    10        0       -       10   0.500        0       -    10.0 1.00  1.0000");
        // 200 writes took 300 * 1500 - 100 * 500 us.
        assertThat(LiveText.interval(first, second, 20, 10))
                .isEqualTo(
                        "    20        2   4.000       20   2.000        0       -    10.0 1.50  1.2500");
        assertThat(LiveText.interval(second, second, 30, 10))
                .isEqualTo(
                        "    30        0       -        0       -        0       -     0.0    -  1.2500");
    }

    @Test
    void givesThePagesOfEachLifetime() {
        List<Long> pages = List.of(0L, 1_000L, 20L, 3L, 4L);
        assertThat(LiveText.lines(new LiveReport(List.of(given(pages, 0)))))
                .startsWith(
                        "Drive node1: pages by lifetime: none 0, short 1,000, medium 20, long 3, extreme 4")
                .hasSize(6);
        assertThat(LiveText.lines(new LiveReport(List.of(given(List.of(1_027L), 0))))).hasSize(5);
    }

    private static Live given(List<Long> pages, long unreadHints) {
        return new Live("node1", NONE, NONE, NONE, NONE, 1_027, 0, pages, unreadHints);
    }

    @Test
    void warnsOfLifetimesThatCouldNotBeRead() {
        assertThat(
                        LiveText.lines(
                                new LiveReport(
                                        List.of(given(List.of(1_000L, 27L, 0L, 0L, 0L), 1_200)))))
                .contains(
                        "WARNING: drive node1: 1,200 lifetime hints were not read in time (drives.log)");
    }

    @Test
    void givesAllOfADrive() {
        assertThat(
                        LiveText.lines(
                                new LiveReport(
                                        List.of(
                                                live(
                                                        NONE,
                                                        new Times(
                                                                300, 1_500.0, 400.0, 900.0, 950.0),
                                                        0,
                                                        0)))))
                .containsExactly(
                        "Drive drive: write amplification -, 0 pages written; answered - ms late",
                        "ms                  number       mean        p50        p99      p99.9",
                        "reads                    0          -          -          -          -",
                        "writes                 300      1.500      0.400      0.900      0.950",
                        "flushes                  0          -          -          -          -");
    }
}
