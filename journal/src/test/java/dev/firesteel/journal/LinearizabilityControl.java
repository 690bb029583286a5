// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that Lincheck finds flaws: {@code mvn test -pl journal -Dtest=LinearizabilityControl}.
 * Each flaw runs in its own process, with the flawed class before the engine's.
 */
class LinearizabilityControl {
    private static final int FOUND = 3;

    @TempDir Path directory;

    /** A flaw, and the method of {@link LinearizabilityTest} that must find it. */
    record Plant(String test, SimMutant flaw) {
        @Override
        public String toString() {
            return flaw + ": " + test;
        }
    }

    static List<Plant> plants() {
        return List.of(
                new Plant("theWatermark", StressCampaign.NO_LOCK),
                new Plant("theOpenRecord", StressCampaign.NO_RESERVATION),
                new Plant(
                        "theOpenRecord",
                        new SimMutant(
                                "a record is sealed without a compare-and-set",
                                "OpenRecord",
                                "        return STATE.compareAndSet(this, expected, expected | SEALED_BIT);",
                                "        if (state != expected) return false; state = expected | SEALED_BIT; return true;")),
                new Plant(
                        "thePositionsOfAJournal",
                        new SimMutant(
                                "an append returns where the journal ends, not where it ends itself",
                                "CommitPath",
                                "        return new JournalPosition(\n                record.segment.id(), startOffset + superblock.positionOverhead() + bytes);",
                                "        return position();")),
                new Plant(
                        "whatAJournalHasAcknowledged",
                        new SimMutant(
                                "an append returns before its record is written",
                                "CommitPath",
                                "        long began = scheduler.nanoTime();",
                                "        record.settle(OpenRecord.Outcome.DURABLE);"
                                        + " long began = scheduler.nanoTime();")));
    }

    @ParameterizedTest
    @MethodSource("plants")
    void lincheckFinds(Plant plant) throws Exception {
        Path output = directory.resolve("output");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java"); // owns settings
        Process process =
                new ProcessBuilder(
                                java.toString(),
                                "-Dfiresteel.scenarios=30",
                                "-cp",
                                plant.flaw.classPath(directory),
                                LinearizabilityControl.class.getName(),
                                plant.test)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        int exitCode = process.waitFor();
        try (Stream<String> lines = Files.lines(output)) {
            System.out.printf(
                    "%s: %s%n",
                    plant, lines.filter(line -> line.startsWith("= ")).findFirst().orElse("-"));
        }
        assertThat(exitCode).as(plant.toString()).isEqualTo(FOUND);
    }

    /** Runs the named test. */
    public static void main(String[] args) {
        LinearizabilityTest test = new LinearizabilityTest();
        try {
            switch (args[0]) {
                case "theWatermark" -> test.theWatermark();
                case "theOpenRecord" -> test.theOpenRecord();
                case "thePositionsOfAJournal" -> test.thePositionsOfAJournal();
                case "whatAJournalHasAcknowledged" -> test.whatAJournalHasAcknowledged();
                default -> throw new IllegalArgumentException(args[0]);
            }
        } catch (LincheckAssertionError e) {
            System.out.println(e.getMessage());
            System.exit(FOUND); // owns exit
        }
        System.exit(0); // owns exit
    }
}
