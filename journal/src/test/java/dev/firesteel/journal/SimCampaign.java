// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs the histories of many seeds: {@code SimCampaign FROM COUNT [THREADS [SIMULATION]]}. Exits
 * with 1 if a history breaks a promise.
 */
final class SimCampaign {
    /** Maximum number of reported failures. */
    private static final int MAX_FAILURES = 20;

    private static final long PROGRESS_EVERY = 100_000;

    private static final String HISTORIES = "histories";

    private SimCampaign() {}

    /**
     * The result of a campaign.
     *
     * @param totals counts by name: histories by fault of the drive, acknowledged entries, and so
     *     on
     */
    record Result(Map<String, Long> totals, List<AssertionError> failures) {
        /** Returns whether this number of histories was run and none broke a promise. */
        boolean isClean(long histories) {
            return failures.isEmpty() && totals.getOrDefault(HISTORIES, 0L) == histories;
        }
    }

    /** Receives the progress of a campaign, so that an interrupted one has printed its results. */
    private interface Progress {
        void reached(long histories);

        void broke(AssertionError promise);
    }

    public static void main(String[] args) throws InterruptedException {
        if (args.length < 2 || args.length > 4) {
            System.err.println("usage: SimCampaign FROM COUNT [THREADS [SIMULATION]]");
            System.exit(2); // owns exit
        }
        long from = Long.parseLong(args[0]);
        long count = Long.parseLong(args[1]);
        int threads = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        String simulation = args.length > 3 ? args[3] : "Simulation";
        long start = System.nanoTime(); // owns clock
        Progress progress =
                new Progress() {
                    @Override
                    public void reached(long done) {
                        System.out.printf(
                                "%,d histories after %,d s%n",
                                done, (System.nanoTime() - start) / 1_000_000_000); // owns clock
                    }

                    @Override
                    public void broke(AssertionError promise) {
                        promise.printStackTrace(System.out);
                    }
                };
        Result result = run(simulation, from, count, threads, progress);
        System.out.printf(
                "seeds %d to %d: %,d histories, %d broke a promise%n%s%n",
                from,
                from + count - 1,
                result.totals.getOrDefault(HISTORIES, 0L),
                result.failures.size(),
                result.totals);
        System.exit(result.isClean(count) ? 0 : 1); // owns exit
    }

    static Result run(String simulation, long from, long count, int threads)
            throws InterruptedException {
        return run(
                simulation,
                from,
                count,
                threads,
                new Progress() {
                    @Override
                    public void reached(long done) {}

                    @Override
                    public void broke(AssertionError promise) {}
                });
    }

    private static Result run(
            String simulation, long from, long count, int threads, Progress progress)
            throws InterruptedException {
        AtomicLong next = new AtomicLong(from);
        Result result =
                new Result(
                        Collections.synchronizedMap(new TreeMap<>()),
                        Collections.synchronizedList(new ArrayList<>()));
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Runnable work = () -> work(simulation, next, from, count, result, progress);
            Thread worker = new Thread(work); // owns threads
            worker.start();
            workers.add(worker);
        }
        for (Thread worker : workers) worker.join();
        return result;
    }

    private static void work(
            String simulation,
            AtomicLong next,
            long from,
            long count,
            Result result,
            Progress progress) {
        SimLoader world = new SimLoader(Map.of());
        long seed;
        while ((seed = next.getAndIncrement()) < from + count
                && result.failures.size() < MAX_FAILURES) {
            try {
                add(result, world.run(simulation, seed));
            } catch (AssertionError e) {
                result.failures.add(e);
                progress.broke(e);
            }
            long done = seed - from + 1;
            if (done % PROGRESS_EVERY == 0) progress.reached(done);
        }
    }

    private static void add(Result result, Map<String, Long> outcome) {
        result.totals.merge(HISTORIES, 1L, Long::sum);
        outcome.forEach((name, value) -> result.totals.merge(name, value, Long::sum));
    }
}
