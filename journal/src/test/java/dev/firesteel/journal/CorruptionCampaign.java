// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * Runs the checks that take too long for every build: {@code mvn test -pl journal
 * -Dtest=CorruptionCampaign}, with {@code -Dfiresteel.corruptions=N} for another number of seeds.
 */
class CorruptionCampaign {
    private static final long SEEDS = Given.count("firesteel.corruptions", 1_000_000);

    @Test
    void everyBitOfEveryImage() throws IOException {
        Corruptions corruptions = Corruptions.ofEveryHistory();
        corruptions.flipEveryBit();
        corruptions.check("every bit");
    }

    @Test
    void everyPairOfBlocks() throws IOException {
        Corruptions corruptions = Corruptions.ofEveryHistory();
        corruptions.spoilEveryPair();
        corruptions.check("every pair of blocks exchanged, and zeroed");
    }

    @Test
    void drawnCorruptions() throws IOException {
        Corruptions corruptions = Corruptions.ofEveryHistory();
        corruptions.drawAndRead(0, SEEDS);
        corruptions.check(SEEDS + " drawn corruptions");
        corruptions.drawAndOpen(0, Math.max(1, SEEDS / 100));
        corruptions.check(Math.max(1, SEEDS / 100) + " drawn corruptions, opened twice");
    }
}
