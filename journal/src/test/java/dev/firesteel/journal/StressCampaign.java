// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs all classes named {@code *Stress} under jcstress, and checks that it finds flaws: {@code mvn
 * test -pl journal -Dtest=StressCampaign}, with {@code -Dfiresteel.stress=MODE} for another mode of
 * jcstress, and {@code -Dfiresteel.stress.tests=REGEX} for some of the tests.
 */
class StressCampaign {
    static final SimMutant NO_RESERVATION =
            new SimMutant(
                    "a place is reserved without a compare-and-set",
                    "OpenRecord",
                    "            if (STATE.compareAndSet(\n                    this, before, before + ONE_WRITER + entries * ONE_ENTRY + bytes)) return before;",
                    "            state = before + ONE_WRITER + entries * ONE_ENTRY + bytes; return before;");

    static final SimMutant NO_LOCK =
            new SimMutant(
                    "the watermark moves without a lock",
                    "DurableWatermark",
                    "        lock.lock();\n        try {\n            completeLocked(sequence);\n        } finally {",
                    "        long before = contiguous;"
                            + " if (sequence <= before) throw new IllegalStateException();"
                            + " completedAbove |= 1L << (sequence - before - 1);"
                            + " int run = Long.numberOfTrailingZeros(~completedAbove);"
                            + " completedAbove >>>= run; contiguous = before + run;"
                            + " lock.lock(); try { moved.signalAll(); } finally {");

    @TempDir Path directory;

    static List<Plant> plants() {
        return List.of(
                new Plant("OpenRecordStress.TwoWriters", NO_RESERVATION),
                new Plant(
                        "OpenRecordStress.LastWriter",
                        new SimMutant(
                                "the committer that waits for copies is not volatile",
                                "OpenRecord",
                                "    private volatile @Nullable Thread sealer;",
                                "    private @Nullable Thread sealer;")),
                new Plant(
                        "OpenRecordStress.Acknowledgement",
                        new SimMutant(
                                "the outcome is not volatile",
                                "OpenRecord",
                                "    private volatile @Nullable Outcome outcome;",
                                "    private @Nullable Outcome outcome;")),
                new Plant(
                        "OpenRecordStress.Acknowledgement",
                        new SimMutant(
                                "a writer parks without a second look",
                                "OpenRecord",
                                "            while ((result = outcome) == null) {\n                scheduler.park(this);",
                                "            for (; result == null; result = outcome) {\n                scheduler.park(this);")),
                new Plant("WaitListStress.Leaving", SimMutants.NOBODY_PASSES_ON),
                new Plant("WaitListStress.Leaving", SimMutants.WHO_HAS_LEFT),
                new Plant(
                        "WaitListStress.Leaving",
                        new SimMutant(
                                "a thread is woken before it is known how many it is to wake",
                                "WaitList",
                                "            rest = others;\n            if (!isFirstToCome() || !wake(this)) wakeRest();",
                                "            boolean first = isFirstToCome(); rest = others; if (!first || !wake(this)) wakeRest();")),
                new Plant(
                        "OpenRecordStress.Successor",
                        new SimMutant(
                                "a record is sealed before its successor is known",
                                "OpenRecord",
                                "        next = successor;\n        return STATE.compareAndSet(this, expected, expected | SEALED_BIT);",
                                "        boolean sealed = STATE.compareAndSet(this, expected, expected | SEALED_BIT); next = successor; return sealed;")),
                new Plant(
                        "DurableWatermarkStress.Told",
                        new SimMutant(
                                "the watermark is not volatile",
                                "DurableWatermark",
                                "    private volatile long contiguous;",
                                "    private long contiguous;")),
                new Plant("DurableWatermarkStress.TwoCompleters", NO_LOCK),
                new Plant(
                        "DurableWatermarkStress.Awaited",
                        new SimMutant(
                                "who is within the window does not wait for the watermark",
                                "DurableWatermark",
                                "        if (sequence <= contiguous) return;",
                                "        if (sequence <= contiguous + WINDOW) return;")),
                new Plant(
                        "LiveSegmentStress.Closed",
                        new SimMutant(
                                "whether a segment is closed is read plainly",
                                "LiveSegment",
                                "        return unfinished.get() == 0;",
                                "        return unfinished.getPlain() == 0;")),
                new Plant(
                        "LiveSegmentStress.TwoFinish",
                        new SimMutant(
                                "unfinished records are counted without an atomic operation",
                                "LiveSegment",
                                "        return unfinished.decrementAndGet() == 0;",
                                "        unfinished.set(unfinished.get() - 1); return unfinished.get() == 0;")),
                new Plant(
                        "CompletionStress.Done",
                        new SimMutant(
                                "what is done is not volatile",
                                "Completion",
                                "    private volatile boolean done;",
                                "    private boolean done;")),
                new Plant(
                        "CompletionStress.Failed",
                        new SimMutant(
                                "a completion is told before its failure is known",
                                "Completion",
                                "        failure = cause;\n        complete();",
                                "        complete();\n        failure = cause;")),
                new Plant(
                        "CommitPathStress.AppendThenClose",
                        new SimMutant(
                                "a committer sleeps without a second look for work",
                                "Committer",
                                "            if (hasWork()) break;\n",
                                "")),
                new Plant(
                        "SegmentSupplyStress.HandOver",
                        new SimMutant(
                                "a release is told before it is on the device",
                                "SegmentSupply",
                                "        if (change.slot() == OPENED) slots.setOpened(change.state());",
                                "        change.done().complete(); if (change.slot() == OPENED) slots.setOpened(change.state());")));
    }

    @Test
    void theEngineKeepsToTheMemoryModel() throws Exception {
        StressRun.allTests();
    }

    @ParameterizedTest
    @MethodSource("plants")
    void jcstressFinds(Plant plant) throws Exception {
        StressRun.finds(plant, directory);
    }
}
