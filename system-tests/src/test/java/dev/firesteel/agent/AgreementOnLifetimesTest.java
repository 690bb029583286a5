// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.agent.lifetime.FileClass;
import dev.firesteel.agent.lifetime.FileKind;
import dev.firesteel.agent.lifetime.Lifetime;
import dev.firesteel.agent.lifetime.LifetimeMap;
import dev.firesteel.flash.replay.BadLifetimesException;
import dev.firesteel.flash.replay.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Compares the lifetime tables of the agent and the drive simulator, which must not depend on each
 * other. The test is in the agent's package, whose reader of firesteel.yaml is package-private.
 */
class AgreementOnLifetimesTest {
    private static final int LEVELS = 9;
    private static final int RANDOM_MAPS = 500;

    @TempDir Path directory;

    @Test
    void bothHaveTheSameLifetimes() {
        assertThat(dev.firesteel.flash.trace.Lifetime.values())
                .extracting(Object::toString)
                .containsExactly(
                        Arrays.stream(Lifetime.values())
                                .map(Lifetime::text)
                                .toArray(String[]::new));
    }

    @Test
    void bothHaveTheSamePresets() {
        assertThat(dev.firesteel.flash.replay.LifetimeMap.presets())
                .isEqualTo(LifetimeMap.presets());
        for (String preset : LifetimeMap.presets())
            assertThat(given(simulated(preset)))
                    .as(preset)
                    .isEqualTo(given(LifetimeMap.preset(preset).orElseThrow()));
    }

    @Test
    void whatIsSimulatedUnlessSomebodySaysOtherwiseIsWhatTheAgentDoes() {
        assertThat(given(dev.firesteel.flash.replay.LifetimeMap.PRESET))
                .isEqualTo(given(LifetimeMap.preset(LifetimeSettings.DEFAULT).orElseThrow()));
    }

    /** Hints and unknown files have no stream of their own there. */
    @Test
    void theNineStreamsKnowTheAgentsKinds() {
        for (FileKind kind : FileKind.values())
            assertThat(
                            Placement.seed().stream(
                                    dev.firesteel.flash.trace.FileClass.of(kind.text()),
                                    dev.firesteel.flash.trace.Lifetime.NOT_SET))
                    .as(kind.text())
                    .matches(stream -> stream > 0 == (kind != FileKind.HINT && !isOther(kind)));
    }

    private static boolean isOther(FileKind kind) {
        return kind == FileKind.OTHER;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " seed",
                " off",
                " no",
                " FALSE",
                " true",
                " best",
                " 'measured'",
                " \"rocksdb\" # as it is",
                " # nothing",
                "\n  preset: seed",
                "\n  preset: no",
                "\n  preset: 'off' # nothing else\n  data: long",
                "\n  preset:",
                "\n  # nothing",
                "\n\n  data.1: short # young\n\n  # and\n  data: long\n",
                "\n  data: long\n  data.1: short",
                "\n  'data.1': \"short\"",
                "\n  data.1: soon",
                "\n  data.1:",
                "\n  data.100: long",
                "\n  data.x: long",
                "\n  data.: long",
                "\n  datum: long",
                "\n  DATA: long",
                "\n  data: not-set",
                "\n  data: none",
                "\n  data: Long",
                "\n  hint: short\n  preset: measured",
            })
    void bothReadTheSameOrRefuse(String text) throws IOException {
        assertAgreement("journal_path: /j\nlifetimes:" + text + "\ntrace_size: 1MiB\n");
    }

    @Test
    void bothKnowWhichKindsHaveLevels() throws IOException {
        for (FileKind kind : FileKind.values())
            for (String level : List.of("", ".0", ".8"))
                assertAgreement("lifetimes:\n  " + kind.text() + level + ": none\n");
    }

    @Test
    void bothTakeTheSameFromRandomMaps() throws IOException {
        for (int seed = 0; seed < RANDOM_MAPS; seed++) assertAgreement(randomMap(new Random(seed)));
    }

    /** Returns a map with one entry for each key, as the agent's YAML requires. */
    private static String randomMap(Random random) {
        Map<String, String> entries = new TreeMap<>();
        FileKind[] kinds = {FileKind.DATA, FileKind.INDEX, FileKind.HINT};
        if (random.nextBoolean()) entries.put("preset", one(random, LifetimeMap.presets()));
        for (int i = random.nextInt(6); i >= 0; i--) {
            FileKind kind = kinds[random.nextInt(kinds.length)];
            boolean hasLevel = kind.hasLevel() && random.nextInt(3) > 0;
            List<String> lifetimes = Arrays.stream(Lifetime.values()).map(Lifetime::text).toList();
            entries.put(
                    kind.text() + (hasLevel ? "." + random.nextInt(LEVELS) : ""),
                    one(random, lifetimes));
        }
        List<String> lines = new ArrayList<>();
        entries.forEach((key, value) -> lines.add("  " + key + ": " + value));
        Collections.shuffle(lines, random);
        return "lifetimes:\n" + String.join("\n", lines) + "\n";
    }

    private static String one(Random random, List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** Asserts that both give all files the same lifetimes, or that both refuse. */
    private void assertAgreement(String yaml) throws IOException {
        assertThat(readBySimulator(yaml)).as(yaml).isEqualTo(readByAgent(yaml));
    }

    private static Optional<Map<String, String>> readByAgent(String yaml) {
        Map<?, ?> document = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        try {
            return Optional.of(given(LifetimeSettings.of(true, document.get("lifetimes"))));
        } catch (Refusal refused) {
            return Optional.empty();
        }
    }

    private Optional<Map<String, String>> readBySimulator(String yaml) throws IOException {
        Path file = Files.writeString(directory.resolve("firesteel.yaml"), yaml);
        try {
            return Optional.of(given(dev.firesteel.flash.replay.LifetimeMap.read(file)));
        } catch (BadLifetimesException refused) {
            return Optional.empty();
        }
    }

    private static dev.firesteel.flash.replay.LifetimeMap simulated(String preset) {
        return dev.firesteel.flash.replay.LifetimeMap.preset(preset).orElseThrow();
    }

    /** Returns the lifetime of files by kind and level. */
    private static Map<String, String> given(LifetimeMap map) {
        Map<String, String> given = new TreeMap<>();
        for (FileKind kind : FileKind.values())
            for (int level = FileClass.NO_LEVEL; level < LEVELS; level++)
                given.put(kind.text() + " " + level, map.of(new FileClass(kind, level)).text());
        return given;
    }

    private static Map<String, String> given(dev.firesteel.flash.replay.LifetimeMap map) {
        Map<String, String> given = new TreeMap<>();
        for (FileKind kind : FileKind.values())
            for (int level = FileClass.NO_LEVEL; level < LEVELS; level++)
                given.put(
                        kind.text() + " " + level,
                        map.of(new dev.firesteel.flash.trace.FileClass(kind.text(), level))
                                .toString());
        return given;
    }
}
