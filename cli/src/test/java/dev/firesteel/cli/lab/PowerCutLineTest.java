// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.crash.PowerCutResult;
import dev.firesteel.lab.drive.CutReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class PowerCutLineTest {
    private static final boolean UNREAD = true;
    private static final boolean REPORTED = true;

    @Test
    void tellsWhatWasLostOnAnHonestDrive() {
        assertThat(line(false, !UNREAD, 2, 0, !REPORTED))
                .isEqualTo(
                        "Cut 3 of 4 after 1.5 s: 900 of 1000 writes acknowledged, 700 values seen"
                                + " (5 of writes never acknowledged), 2 lost, 3 seen and gone,"
                                + " 0 phantom, 0 corrupted; restarted in 4.5 s");
    }

    @Test
    void tellsALossThatWasReported() {
        assertThat(line(true, !UNREAD, 2, 7, REPORTED))
                .contains(
                        "5 promised records lost (1 detectable), 2 lost and reported, 3 seen and"
                                + " gone, 0 phantom, 0 corrupted, damage reported;");
    }

    @Test
    void tellsALossThatWasNotReported() {
        assertThat(line(true, !UNREAD, 2, 7, !REPORTED))
                .contains("2 lost, 3 seen and gone, 0 phantom, 0 corrupted; restarted");
    }

    @Test
    void tellsAFalseAlarm() {
        assertThat(line(true, !UNREAD, 0, 0, REPORTED))
                .contains("damage reported though the drive had kept its promises");
    }

    @Test
    void doesNotCallRowsKeptThatNobodyCouldRead() {
        assertThat(line(true, UNREAD, 0, 7, REPORTED))
                .contains("rows unreadable, damage reported; not restarted")
                .doesNotContain(" 0 lost");
    }

    @Test
    void namesTheFaultsBeforeTheCut() {
        assertThat(new PowerCutLine(cut(false, !UNREAD, 0, 0, !REPORTED, 0.7, 2.5)).text(4))
                .startsWith(
                        "Cut 3 of 4 after 1.5 s, 0.7 s of them with stalled drives, 2.5 s of them"
                                + " with a partition: ");
    }

    private static String line(
            boolean lying, boolean unread, int lost, int sectorsLost, boolean reported) {
        return new PowerCutLine(cut(lying, unread, lost, sectorsLost, reported, 0, 0)).text(4);
    }

    private static PowerCutResult cut(
            boolean lying,
            boolean unread,
            int lost,
            int sectorsLost,
            boolean reported,
            double stalled,
            double separated) {
        return new PowerCutResult(
                "firesteel",
                "RAW",
                lying,
                5,
                3,
                6,
                1.5,
                false,
                false,
                stalled,
                separated,
                new CutReport(List.of()),
                1_000,
                900,
                700,
                5,
                100,
                unread,
                lost,
                reported ? lost : 0,
                3,
                0,
                0,
                null,
                null,
                5,
                50L,
                1,
                sectorsLost,
                reported,
                4.5,
                List.of());
    }
}
