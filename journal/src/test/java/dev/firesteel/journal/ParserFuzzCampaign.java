// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * {@code mvn test -pl journal -Dtest=ParserFuzzCampaign}, with {@code -Dfiresteel.fuzz.inputs=N}
 * for another number of structures, of which one in a hundred devices are read and one in ten
 * thousand opened. One seed again: {@code -Dfiresteel.fuzz.seed=S -Dfiresteel.fuzz.inputs=1}, and
 * the name of the test: {@code -Dtest=ParserFuzzCampaign#devicesRead}.
 */
class ParserFuzzCampaign {
    private static final long SEED = Long.getLong("firesteel.fuzz.seed", 0);
    private static final long INPUTS = Long.getLong("firesteel.fuzz.inputs", 100_000_000);

    @Test
    void structures() throws IOException {
        new ParserFuzz().blocks(SEED, INPUTS);
    }

    @Test
    void devicesRead() throws IOException {
        new ParserFuzz().images(SEED, Math.max(1, INPUTS / 100));
    }

    @Test
    void devicesOpened() throws IOException {
        new ParserFuzz().openings(SEED, Math.max(1, INPUTS / 10_000));
    }
}
