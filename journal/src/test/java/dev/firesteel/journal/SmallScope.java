// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * An exhaustive enumeration of {@link SimScope}.
 *
 * <p>{@code SmallScope METHOD THREADS} runs one. Exits with 1 if a schedule breaks a promise or
 * tries too little.
 *
 * @param method the method of {@link SimScope}
 * @param schedules the number of schedules, from 0
 * @param atLeast the least counts for each schedule, by name: an enumeration that ends early fails
 */
record SmallScope(String method, int schedules, Map<String, Long> atLeast) {
    static final SmallScope CRASHES =
            new SmallScope(
                    "crashes",
                    8,
                    Map.of("crash points", 16L, "outcomes", 101L, "crashes of a recovery", 1_001L));

    static final SmallScope CRASHES_IN_GROWTH =
            new SmallScope(
                    "crashesInGrowth",
                    2,
                    Map.of("after growth", 11L, "crashes of a recovery", 1_001L));

    static final SmallScope ERRORS = new SmallScope("errors", 4, Map.of("errors", 301L));

    static final SmallScope ERRORS_IN_GROWTH =
            new SmallScope("errorsInGrowth", 2, Map.of("errors", 301L, "shortages", 5L));

    static final SmallScope FORMATS =
            new SmallScope("formats", 1, Map.of("errors in a format", 51L));

    public static void main(String[] args) throws InterruptedException {
        SmallScope scope =
                Stream.of(CRASHES, CRASHES_IN_GROWTH, ERRORS, ERRORS_IN_GROWTH, FORMATS)
                        .filter(each -> each.method.equals(args[0]))
                        .findFirst()
                        .orElseThrow();
        System.exit(scope.failures(Integer.parseInt(args[1])) == 0 ? 0 : 1); // owns exit
    }

    /**
     * Runs every schedule. Returns the number of failures. Prints a line for each to standard
     * output.
     */
    int failures(int threads) throws InterruptedException {
        Queue<Long> waiting =
                new ConcurrentLinkedQueue<>(LongStream.range(0, schedules).boxed().toList());
        AtomicInteger failures = new AtomicInteger();
        Queue<Thread> workers = new ArrayDeque<>();
        for (int i = 0; i < Math.min(threads, schedules); i++) {
            Thread worker = new Thread(() -> work(waiting, failures)); // owns threads
            worker.start();
            workers.add(worker);
        }
        for (Thread worker : workers) worker.join();
        return failures.get();
    }

    private void work(Queue<Long> waiting, AtomicInteger failures) {
        SimLoader world = new SimLoader(Map.of());
        Long schedule;
        while ((schedule = waiting.poll()) != null)
            if (!holds(world, schedule)) failures.incrementAndGet();
    }

    private boolean holds(SimLoader world, long schedule) {
        try {
            Map<String, Long> tried = world.run("SimScope", method, schedule);
            System.out.printf("%s, schedule %d: %s%n", method, schedule, tried);
            boolean isEnough =
                    atLeast.entrySet().stream()
                            .allMatch(
                                    least ->
                                            tried.getOrDefault(least.getKey(), 0L)
                                                    >= least.getValue());
            if (!isEnough) System.out.printf("too little: at least %s%n", atLeast);
            return isEnough;
        } catch (Throwable e) { // an early end must not look like success
            System.out.printf("%s, schedule %d:%n", method, schedule);
            e.printStackTrace(System.out);
            return false;
        }
    }
}
