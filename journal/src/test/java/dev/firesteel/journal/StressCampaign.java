// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs all classes named {@code *Stress} under jcstress, and checks that it finds flaws: {@code mvn
 * test -pl journal -Dtest=StressCampaign}, with {@code -Dfiresteel.stress=MODE} for another mode of
 * jcstress.
 */
class StressCampaign {
    private static final String MODE =
            System.getProperty("firesteel.stress", "default"); // owns settings

    private static final Pattern OK = Pattern.compile("\\[OK] (dev\\.firesteel\\.\\S+)");
    private static final Pattern NOT_OK =
            Pattern.compile("\\[(FAILED|TIMEOUT)] |" + StressScheduler.NOT_WOKEN);

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

    /** A flaw, and the test that must find it. */
    record Plant(String test, SimMutant flaw) {
        @Override
        public String toString() {
            return flaw + ": " + test;
        }
    }

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
                                "CommitPath",
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
        Set<String> kept = new TreeSet<>();
        List<String> broken = new ArrayList<>();
        Process jcstress =
                jcstress(
                        System.getProperty("java.class.path"), // owns settings
                        "-v",
                        "-m",
                        MODE,
                        "-r",
                        "jcstress");
        try (BufferedReader output = jcstress.inputReader()) {
            for (String line; (line = output.readLine()) != null; ) {
                System.out.println(line);
                Matcher ok = OK.matcher(line);
                if (ok.find()) kept.add(ok.group(1));
                if (line.contains("[ERROR] dev.firesteel.") || NOT_OK.matcher(line).find())
                    broken.add(line);
            }
        }
        assertThat(broken).isEmpty();
        assertThat(jcstress.waitFor()).isZero();
        // jcstress silently leaves out a test that needs more processors than the machine has.
        assertThat(kept).hasSameElementsAs(tests());
    }

    private static List<String> tests() throws IOException {
        Process list = jcstress(System.getProperty("java.class.path"), "-l"); // owns settings
        try (BufferedReader output = list.inputReader()) {
            return output.lines().filter(line -> line.startsWith("dev.firesteel.")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("plants")
    void jcstressFinds(Plant plant) throws Exception {
        Process jcstress =
                jcstress(
                        plant.flaw.classPath(directory),
                        "-m",
                        "quick",
                        "-t",
                        plant.test,
                        "-r",
                        directory.toString());
        long start = System.nanoTime(); // owns clock
        boolean found = false;
        try (BufferedReader output = jcstress.inputReader()) {
            for (String line; !found && (line = output.readLine()) != null; )
                found = NOT_OK.matcher(line).find();
        } finally {
            jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
            jcstress.destroyForcibly().waitFor();
        }
        System.out.printf(
                "%-95s %s after %d s%n",
                plant,
                found ? "found" : "NOT found",
                (System.nanoTime() - start) / 1_000_000_000); // owns clock
        assertThat(found).isTrue();
    }

    private static Process jcstress(String classPath, String... arguments) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java"); // owns settings
        List<String> command =
                new ArrayList<>(
                        List.of(java.toString(), "-cp", classPath, "org.openjdk.jcstress.Main"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(new File("target")) // the place of its raw results
                .redirectErrorStream(true)
                .start();
    }
}
