// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.drive.LiveReport;
import dev.firesteel.lab.drive.LiveReport.Live;
import dev.firesteel.lab.drive.LiveReport.Times;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveTextTest {
    private static final Times NONE = new Times(0, null, null, null, null);

    private static Live live(Times reads, Times writes, long hostPages, long movedPages) {
        return new Live("drive", reads, writes, NONE, 1, NONE, hostPages, movedPages, null, null);
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
    void givesThePagesOfEachStream() {
        Map<String, Long> pages = new LinkedHashMap<>();
        for (String name : List.of("none", "short", "medium", "long", "extreme", "further"))
            pages.put(name, 1_000L + pages.size());
        assertThat(lines(given(pages, 0)))
                .startsWith(
                        "Drive node1: pages of none 1,000, short 1,001, medium 1,002, long 1,003,",
                        "  extreme 1,004, further 1,005")
                .hasSize(7);
        assertThat(lines(given(Map.of("all", 1_027L), 0))).hasSize(5);
    }

    private static List<String> lines(Live live) {
        return LiveText.lines(new LiveReport(List.of(live)));
    }

    private static Live given(Map<String, Long> pages, long unreadHints) {
        return new Live("node1", NONE, NONE, NONE, 1, NONE, 1_027, 0, pages, unreadHints);
    }

    @Test
    void saysHowMuchSlowerTheDriveIsThanTheRealOne() {
        assertThat(lines(new Live("a", NONE, NONE, NONE, 2.5, NONE, 0, 0, null, null)))
                .contains(
                        "ms (dilation 2.5)   number       mean        p50        p99      p99.9",
                        "reads                    0          -          -          -          -");
    }

    /** A drive that is ten times slower takes 1 ms for a read of 100 us. */
    @Test
    void warnsOfAnswersThatAreLate() {
        Times reads = new Times(1, 100.0, 100.0, 100.0, 100.0);
        Times intime = new Times(1, 99.0, 99.0, 99.0, 99.0);
        Times late = new Times(1, 101.0, 101.0, 101.0, 101.0);
        assertThat(lines(new Live("a", reads, NONE, NONE, 10, intime, 0, 0, null, null)))
                .noneMatch(line -> line.startsWith("WARNING"));
        assertThat(lines(new Live("a", reads, NONE, NONE, 10, late, 0, 0, null, null)))
                .anyMatch(line -> line.startsWith("WARNING: drive a: answers are late"));
    }

    @Test
    void warnsOfLifetimesThatCouldNotBeRead() {
        assertThat(LiveText.lines(new LiveReport(List.of(given(Map.of("all", 1_027L), 1_200)))))
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
