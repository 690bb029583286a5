// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that Lincheck finds flaws: {@code mvn test -pl journal -Dtest=LinearizabilityControl}. */
class LinearizabilityControl {
    @TempDir Path directory;

    private static Plant plant(String test, SimMutant flaw) {
        return new Plant("LinearizabilityTest." + test, flaw);
    }

    static List<Plant> plants() {
        return List.of(
                plant("theWatermark", StressCampaign.NO_LOCK),
                plant("theOpenRecord", StressCampaign.NO_RESERVATION),
                plant(
                        "theOpenRecord",
                        new SimMutant(
                                "a record is sealed without a compare-and-set",
                                "OpenRecord",
                                "        return STATE.compareAndSet(this, expected, expected | SEALED_BIT);",
                                "        if (state != expected) return false; state = expected | SEALED_BIT; return true;")),
                plant(
                        "thePositionsOfAJournal",
                        new SimMutant(
                                "an append returns where the journal ends, not where it ends itself",
                                "Journal",
                                "        return append.end();",
                                "        return position();")),
                plant(
                        "whatAJournalHasAcknowledged",
                        new SimMutant(
                                "an append returns before its record is written",
                                "RecordWriter",
                                "        long began = scheduler.nanoTime();",
                                "        record.settle(OpenRecord.Outcome.DURABLE);"
                                        + " long began = scheduler.nanoTime();")));
    }

    @ParameterizedTest
    @MethodSource("plants")
    void lincheckFinds(Plant plant) throws Exception {
        LincheckRun.finds(plant, directory);
    }
}
