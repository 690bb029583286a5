// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.drive.CutReport;
import dev.firesteel.lab.drive.LostRecords;
import java.util.List;

/** Simulated results of power cuts. */
final class PowerCuts {
    static final LostRecords TELLABLE = new LostRecords(3, 30, 1, 7);
    static final LostRecords UNTELLABLE = new LostRecords(2, 20, 0, 4);
    static final LostRecords OTHER_SECTORS = new LostRecords(0, 0, 0, 1);

    private PowerCuts() {}

    static PowerCutResult honest(boolean reported, int lost) {
        return cut(
                false, LostRecords.NONE, reported, Verdict.ofRows(100, lost, 0, 0, 0, List.of()));
    }

    /** Returns a cut that lost this number of seen values, but no acknowledged one. */
    static PowerCutResult gone(boolean lying, LostRecords drive, int gone) {
        return cut(lying, drive, false, Verdict.ofRows(100, 0, gone, 0, 0, List.of()));
    }

    static PowerCutResult lying(LostRecords drive, boolean reported, int lost) {
        return cut(true, drive, reported, Verdict.ofRows(100, lost, 0, 0, 0, List.of()));
    }

    /** Returns an unreported cut of a stock node on a drive that lies. */
    static PowerCutResult stock(LostRecords drive, int lost) {
        return cut("stock", true, drive, false, Verdict.ofRows(100, lost, 0, 0, 0, List.of()));
    }

    static PowerCutResult cut(boolean lying, LostRecords drive, boolean reported, Verdict verdict) {
        return cut("firesteel", lying, drive, reported, verdict);
    }

    private static PowerCutResult cut(
            String target, boolean lying, LostRecords drive, boolean reported, Verdict verdict) {
        return new PowerCutResult(
                target,
                "RAW",
                lying,
                5,
                1,
                6,
                1.5,
                false,
                false,
                0,
                0,
                new CutReport(List.of()),
                1_000,
                900,
                800,
                5,
                verdict.rows(),
                false,
                verdict.lost(),
                reported ? verdict.lost() : 0,
                verdict.gone(),
                verdict.phantom(),
                verdict.corrupted(),
                verdict.histories(),
                verdict.changes(),
                drive.promised(),
                drive.entries(),
                drive.tellable(),
                drive.sectors(),
                reported,
                4.5,
                verdict.findings());
    }
}
