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
    private static final long SEED = Given.seed("firesteel.fuzz.seed");
    private static final long INPUTS = Given.count("firesteel.fuzz.inputs", 100_000_000);

    @Test
    void structures() throws IOException {
        new ParserFuzz().blocks(SEED, INPUTS);
        say(INPUTS, "structures");
    }

    @Test
    void devicesRead() throws IOException {
        long devices = Math.max(1, INPUTS / 100);
        new ParserFuzz().images(SEED, devices);
        say(devices, "devices read");
    }

    @Test
    void devicesOpened() throws IOException {
        long devices = Math.max(1, INPUTS / 10_000);
        new ParserFuzz().openings(SEED, devices);
        say(devices, "devices opened, replayed and written to");
    }

    /** Whoever failed has thrown. */
    private static void say(long count, String what) {
        System.out.printf("seeds %d to %d: %,d %s%n", SEED, SEED + count - 1, count, what);
    }
}
