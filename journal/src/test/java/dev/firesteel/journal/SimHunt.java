// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Plants flaws one at a time, and prints the seed with which a simulation finds each. The recorded
 * seed is tried first. If it no longer finds the flaw, the seeds from 0 are searched, and the line
 * for the file is printed.
 *
 * @param simulation the class whose histories are run
 * @param recorded the resource with the recorded seeds; lines are {@code SEED FLAW}
 */
record SimHunt(String simulation, String recorded, List<SimMutant> flaws) {
    private static final int MAX_SEEDS = 100_000;
    private static final int MAX_WHY = 150;

    /**
     * Returns the number of flaws that are not found. Prints a line for each to standard output.
     */
    int survivors(int threads) throws InterruptedException {
        Map<String, Long> seeds = recordedSeeds();
        Queue<SimMutant> waiting = new ConcurrentLinkedQueue<>(flaws);
        AtomicInteger found = new AtomicInteger();
        Thread[] workers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            workers[i] = new Thread(() -> hunt(waiting, seeds, found)); // owns threads
            workers[i].start();
        }
        for (Thread worker : workers) worker.join();
        System.out.printf("%d of %d found%n", found.get(), flaws.size());
        return flaws.size() - found.get();
    }

    private Map<String, Long> recordedSeeds() {
        Map<String, Long> seeds = new HashMap<>();
        try (InputStream file = SimHunt.class.getResourceAsStream(recorded)) {
            if (file == null) return seeds;
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.lines().toList()) {
                String[] parts = line.split(" ", 2);
                seeds.put(parts[1], Long.parseLong(parts[0]));
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + recorded, e);
        }
        return seeds;
    }

    private void hunt(Queue<SimMutant> waiting, Map<String, Long> seeds, AtomicInteger found) {
        SimMutant mutant;
        while ((mutant = waiting.poll()) != null) {
            if (isFound(mutant, seeds.get(mutant.flaw()))) found.incrementAndGet();
            else System.out.printf("%-77s SURVIVED%n", mutant);
        }
    }

    private boolean isFound(SimMutant mutant, @Nullable Long seedOfFile) {
        SimLoader world;
        try {
            world = mutant.world();
        } catch (IOException | AssertionError e) {
            System.out.printf("%-77s cannot be planted: %s%n", mutant, e);
            return false;
        }
        if (seedOfFile != null && isFoundBy(world, seedOfFile, mutant)) return true;
        for (long seed = 0; seed < MAX_SEEDS; seed++)
            if (isFoundBy(world, seed, mutant)) {
                System.out.printf("%s, new line: %d %s%n", recorded, seed, mutant.flaw());
                return true;
            }
        return false;
    }

    private boolean isFoundBy(SimLoader world, long seed, SimMutant mutant) {
        try {
            world.run(simulation, seed);
            return false;
        } catch (AssertionError e) {
            System.out.printf("%-77s seed %d: %s%n", mutant, seed, why(e));
            return true;
        }
    }

    /** Returns the violation, without the seed and the command before it. */
    private static String why(AssertionError e) {
        String cause = String.valueOf(e.getCause());
        String line = cause.lines().findFirst().orElse(cause);
        return line.substring(0, Math.min(line.length(), MAX_WHY));
    }
}
