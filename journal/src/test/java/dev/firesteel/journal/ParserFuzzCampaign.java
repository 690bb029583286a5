// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * Runs {@link ParserFuzz} for longer: {@code mvn test -pl journal -Dtest=ParserFuzzCampaign}.
 * {@code -Dfiresteel.fuzz.inputs=N} sets another number of structures. One in a hundred is read as
 * a device, and one in ten thousand is opened. To repeat one seed, add {@code
 * -Dfiresteel.fuzz.seed=S -Dfiresteel.fuzz.inputs=1} and the name of the test: {@code
 * -Dtest=ParserFuzzCampaign#devicesRead}.
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

    /** Prints the count; a failed run has thrown before. */
    private static void say(long count, String what) {
        System.out.printf("seeds %d to %d: %,d %s%n", SEED, SEED + count - 1, count, what);
    }
}
