// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.List;

/**
 * Flaws of the gate that {@link SimGateHistory} must find.
 *
 * <p>{@code SimGateMutants THREADS} lets {@link SimHunt} find them. Exits with 1 if a flaw is not
 * found.
 */
final class SimGateMutants {
    private static final String WRITES = "dev/firesteel/agent/DeferredWrites";
    private static final String WRITE = "dev/firesteel/agent/DeferredWrite";
    private static final String REPLIES = "dev/firesteel/agent/PendingReplies";

    private static final String WHEN_SETTLED = "        append.whenSettled(";
    private static final String INSTEAD = "Consumer<Consumer<JournalFailedException>> instead = ";
    private static final String CALL = "; instead.accept(";

    static final SimMutant APPLIES_EARLY =
            new SimMutant(
                    "a write is applied and acknowledged before it is durable",
                    WRITES,
                    WHEN_SETTLED,
                    INSTEAD + "settled -> settled.accept(null)" + CALL);

    static final SimMutant READ_EARLY =
            new SimMutant(
                    "a write is applied before it is durable, and acknowledged after",
                    WRITES,
                    WHEN_SETTLED,
                    "apply(write); "
                            + INSTEAD
                            + "settled -> append.whenSettled(failure -> {"
                            + " if (failure == null) end(write); else fail(write, failure); })"
                            + CALL);

    static final SimMutant ACKNOWLEDGED_EARLY =
            new SimMutant(
                    "a write is acknowledged before it is durable, and applied after",
                    WRITES,
                    WHEN_SETTLED,
                    "end(write); "
                            + INSTEAD
                            + "settled -> append.whenSettled("
                            + "failure -> { if (failure == null) apply(write); })"
                            + CALL);

    static final SimMutant LOST_WAKE_UP =
            new SimMutant(
                    "a thread ends without a second look for writes",
                    WRITES,
                    "        if (readyWrites.get() > 0) applyReady();",
                    "");

    static final SimMutant SETTLED_AT_ONCE =
            new SimMutant(
                    "no thread is started for a write that is durable as it is added",
                    WRITES,
                    "if (Thread.currentThread() == adding) applyReady();",
                    "");

    static final SimMutant APPLIED_TWICE =
            new SimMutant(
                    "a write is applied twice",
                    WRITES,
                    "        ready.add(write);",
                    "ready.add(write); ready.add(write);");

    static final SimMutant COMPUTED_TWICE =
            new SimMutant(
                    "a reply is computed by the outcome and by the timeout",
                    REPLIES,
                    "        Pending<R> found = pending.remove(write);",
                    "Pending<R> found = pending.get(write); pending.remove(write);");

    static final SimMutant CLOSED_EARLY =
            new SimMutant(
                    "a connection is closed while its reply is computed",
                    REPLIES,
                    "        return unsent.get();",
                    "return pending.size();");

    static final SimMutant FORGOTTEN_AND_HELD =
            new SimMutant(
                    "the reply to a forgotten write counts as held",
                    REPLIES,
                    "        if (pending.remove(write) != null) unsent.decrementAndGet();",
                    "pending.remove(write);");

    private SimGateMutants() {}

    public static void main(String[] args) throws InterruptedException {
        if (args.length != 1) {
            System.err.println("usage: SimGateMutants THREADS");
            System.exit(2); // owns exit
        }
        System.exit(survivors(Integer.parseInt(args[0])) == 0 ? 0 : 1); // owns exit
    }

    /**
     * Returns the number of flaws that are not found. Prints a line for each to standard output.
     */
    static int survivors(int threads) throws InterruptedException {
        return new SimHunt("SimGateHistory", "gate-mutant-seeds.txt", all()).survivors(threads);
    }

    private static List<SimMutant> all() {
        return List.of(
                APPLIES_EARLY,
                READ_EARLY,
                ACKNOWLEDGED_EARLY,
                LOST_WAKE_UP,
                SETTLED_AT_ONCE,
                APPLIED_TWICE,
                COMPUTED_TWICE,
                CLOSED_EARLY,
                FORGOTTEN_AND_HELD,
                new SimMutant(
                        "a failed write is applied",
                        WRITES,
                        "if (failure == null) enqueue(write);",
                        "if (failure == null || write != null) { enqueue(write); applyReady(); }"),
                new SimMutant(
                        "a write that cannot be applied is acknowledged",
                        WRITES,
                        "            write.failed(e);\n",
                        ""),
                new SimMutant(
                        "a flush does not wait for deferred writes",
                        WRITE,
                        "        this.group = group;",
                        "group.close(); this.group = new OpOrder().start();"),
                new SimMutant(
                        "the group of a write that was not applied stays open",
                        WRITE,
                        "        if (!handedOn) group.close();",
                        ""),
                new SimMutant(
                        "a timeout is forgotten",
                        REPLIES,
                        "if (found.remainingNanos.getAsLong() <= 0) settled(write);",
                        "if (found.remainingNanos.getAsLong() <= 0 && found.reply().isDone()) settled(write);"),
                new SimMutant(
                        "the reply to a write whose timeout has passed is dropped",
                        REPLIES,
                        "if (found.remainingNanos.getAsLong() <= 0) settled(write);",
                        "if (found.remainingNanos.getAsLong() <= 0) forget(write);"),
                new SimMutant(
                        "a reply times out early",
                        REPLIES,
                        "if (found.remainingNanos.getAsLong() <= 0) settled(write);",
                        "if (found.remainingNanos.getAsLong() <= 1_000) settled(write);"));
    }
}
