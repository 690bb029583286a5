// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.firesteel.flash.replay.Lifetimes.Measured;
import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import dev.firesteel.flash.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifetimesTest {
    private static final long FILE_BYTES = 256 * 4_096;

    @TempDir Path directory;

    private static LsmTrace trace(int files, Integer... liveFiles) {
        return new LsmTrace(FILE_BYTES, FILE_BYTES, 1, List.of(liveFiles), files, 5);
    }

    /**
     * A file of a level with n files is drawn at random each time: half of them die within n ln 2.
     */
    @Test
    void mediansAreThoseOfWhatWasDrawn() throws IOException {
        Lifetimes lifetimes = Lifetimes.of(trace(20_000, 10, 40, 150, 800));
        List<Measured> classes = lifetimes.classes();
        assertThat(classes)
                .extracting(each -> each.fileClass().level())
                .containsExactly(0, 1, 2, 3);
        for (int i = 0; i < 4; i++) {
            int live = List.of(10, 40, 150, 800).get(i);
            double expected = live * Math.log(2) * 4 * FILE_BYTES;
            assertThat(classes.get(i).bytes()).isCloseTo(expected, within(0.15 * expected));
            assertThat(classes.get(i).isSeen()).isTrue();
        }
        assertThat(classes)
                .extracting(Measured::lifetime)
                .containsExactly(Lifetime.SHORT, Lifetime.MEDIUM, Lifetime.LONG, Lifetime.EXTREME);
    }

    /** Nearly all files of level 3 live at the end: the median of the dead ones is far too low. */
    @Test
    void whatStillLivesCounts() throws IOException {
        Measured oldest = Lifetimes.of(trace(4_000, 10, 40, 150, 5_000)).classes().get(3);
        double expected = 5_000 * Math.log(2) * 4 * FILE_BYTES;
        assertThat(oldest.isSeen()).isFalse();
        assertThat(oldest.bytes()).isCloseTo(expected, within(0.5 * expected));
    }

    @Test
    void aClassWithoutAByteHasNoLifetime() throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("trace.tsv"),
                        "firesteel-trace 1 0|create 0 1 journal - short|create 0 2 data 2 long|write 1 2 0 4096|"
                                .replace(' ', '\t')
                                .replace('|', '\n'));
        assertThat(Lifetimes.of(Trace.of(file)).classes())
                .extracting(each -> each.fileClass().level())
                .containsExactly(2);
    }

    @Test
    void whatIsOverwrittenInPlaceHasDied() throws IOException {
        StringBuilder text = new StringBuilder("firesteel-trace\t1\t0\n");
        text.append("live 0 1 journal - short 8388608\n".replace(' ', '\t'));
        text.append("create 0 2 data 2 long\n".replace(' ', '\t'));
        for (int i = 0; i < 80; i++) {
            text.append("write %d 1 %d 1048576\n".formatted(i, i % 8 << 20).replace(' ', '\t'));
            text.append("write %d 2 %d 1048576\n".formatted(i, i << 20).replace(' ', '\t'));
        }
        Path file = Files.writeString(directory.resolve("trace.tsv"), text);
        List<Measured> classes = Lifetimes.of(Trace.of(file)).classes();
        assertThat(classes)
                .extracting(each -> each.fileClass().toString())
                .containsExactly("journal", "data.2");
        // Eight pieces of the journal and eight of data lie between two writes to the same place.
        assertThat(classes.get(0).bytes()).isCloseTo(16 << 20, within(0.1 * (16 << 20)));
        assertThat(classes.get(1).isSeen()).isFalse();
    }

    /** The age of bytes from before the trace is unknown, also next to traced ones. */
    @Test
    void onlyWhatTheTraceWritesIsCountedAsWritten() throws IOException {
        StringBuilder text = new StringBuilder("firesteel-trace\t1\t0\n");
        text.append("live 0 1 journal - short 8388608\n".replace(' ', '\t'));
        for (int i = 0; i < 160; i++)
            text.append("write %d 1 %d 65536\n".formatted(i, i % 128 << 16).replace(' ', '\t'));
        Path file = Files.writeString(directory.resolve("trace.tsv"), text);
        Measured journal = Lifetimes.of(Trace.of(file)).classes().get(0);
        assertThat(journal.writtenBytes()).isEqualTo(160 << 16);
    }

    /** Simulates every way to cut these levels into four; the suggested one is among the best. */
    @Test
    @Tag("verify")
    void theCutIsAmongTheBest() throws IOException {
        assertCutIsAmongTheBest(List.of(8, 10, 60, 70, 500, 600));
    }

    /** Takes minutes. */
    @ParameterizedTest
    @CsvSource({"10, 12, 14, 100, 300, 900", "5, 50, 60, 70, 300, 600"})
    @Tag("full")
    void theCutIsAmongTheBestOfMoreTrees(int a0, int a1, int a2, int a3, int a4, int a5)
            throws IOException {
        assertCutIsAmongTheBest(List.of(a0, a1, a2, a3, a4, a5));
    }

    private static void assertCutIsAmongTheBest(List<Integer> liveFiles) throws IOException {
        LsmTrace trace = new LsmTrace(FILE_BYTES / 2, 4_096, 1, liveFiles, 3_000, 5);
        List<Placement> placements = new ArrayList<>();
        for (int a = 1; a < 4; a++)
            for (int b = a + 1; b < 5; b++)
                for (int c = b + 1; c < 6; c++) placements.add(cut(a, b, c));
        long bytes = Survey.of(trace, 4_096, 2).peakPages() * 4_096L;
        DriveSpec drive = new DriveSpec(bytes * 5 / 4 + (1 << 20), 0.01, 1 << 18, 4_096, 1);
        Simulation simulation =
                new Simulation(drive, placements, "greedy", 0.8, true, Allocation.NEXT_FIT, 0, 1);
        List<DriveOutcome> drives = simulation.run(trace).drives();
        double best =
                drives.stream().mapToDouble(DriveOutcome::writeAmplification).min().orElseThrow();
        Recommendation recommendation = Recommendation.of(trace, drive, 0.8);
        assertThat(recommendation.outcomes())
                .extracting(DriveOutcome::placement)
                .containsExactly("none", "preset", "recommended");
        assertThat(recommendation.outcomes().get(2).writeAmplification())
                .as("best %s of %s", best, drives)
                .isLessThan(1.05 * best);
    }

    private static Placement cut(int... begins) {
        Map<FileClass, Lifetime> map = new HashMap<>();
        for (int level = 0; level < 6; level++) {
            Lifetime lifetime = Lifetime.SHORT;
            if (level >= begins[0]) lifetime = Lifetime.MEDIUM;
            if (level >= begins[1]) lifetime = Lifetime.LONG;
            if (level >= begins[2]) lifetime = Lifetime.EXTREME;
            map.put(LsmTrace.level(level), lifetime);
        }
        return Placement.mapped(
                "cut at %d, %d, %d".formatted(begins[0], begins[1], begins[2]),
                new LifetimeMap(map));
    }

    @Test
    void aMapIsReadAsItIsWritten() throws IOException {
        LifetimeMap map = LifetimeMap.PRESET;
        List<String> lines = new ArrayList<>(List.of("journal_path: j", "# lifetimes: no"));
        lines.addAll(map.lines());
        lines.add("other: x");
        Path file = Files.write(directory.resolve("firesteel.yaml"), lines);
        assertThat(LifetimeMap.read(file).lines()).isEqualTo(map.lines());
        assertThat(map.of(LsmTrace.level(1))).isEqualTo(Lifetime.MEDIUM);
        assertThat(map.of(LsmTrace.level(7))).isEqualTo(Lifetime.EXTREME);
        assertThat(map.of(FileClass.of("journal"))).isEqualTo(Lifetime.SHORT);
        assertThat(map.of(FileClass.of("other"))).isEqualTo(Lifetime.SHORT);
        assertThat(map.of(FileClass.of("unheard-of"))).isEqualTo(Lifetime.NOT_SET);
    }

    /** Reads the file as the agent does. */
    @Test
    void entriesChangeThePresetUnlessThatIsOff() throws IOException {
        Path file = directory.resolve("firesteel.yaml");
        Files.writeString(file, "lifetimes: rocksdb # as it is\n");
        assertThat(LifetimeMap.read(file).lines()).isEqualTo(LifetimeMap.PRESET.lines());
        Files.writeString(file, "lifetimes:\n  data.1: extreme\n  index: short\n");
        LifetimeMap changed = LifetimeMap.read(file);
        assertThat(changed.of(LsmTrace.level(0))).isEqualTo(Lifetime.MEDIUM);
        assertThat(changed.of(LsmTrace.level(1))).isEqualTo(Lifetime.EXTREME);
        assertThat(changed.of(new FileClass("index", 3))).isEqualTo(Lifetime.SHORT);
        Files.writeString(file, "lifetimes:\n  data.1: extreme\n  preset: off\n");
        assertThat(LifetimeMap.read(file).lines())
                .containsExactly("lifetimes:", "  data.1: extreme");
        Files.writeString(file, "lifetimes:\n  preset: 'seed'\n  data.9: short\n  data: long\n");
        LifetimeMap whole = LifetimeMap.read(file);
        assertThat(whole.of(LsmTrace.level(2))).isEqualTo(Lifetime.LONG);
        assertThat(whole.of(LsmTrace.level(9))).isEqualTo(Lifetime.SHORT);
    }

    @Test
    void aBadMapIsRefused() throws IOException {
        assertRefused("a: b\n", ": it has no key 'lifetimes:'");
        assertRefused(
                "a: b\nlifetimes:\nc: d\n", ", line 2: 'lifetimes:' has neither a preset nor");
        assertRefused(
                "lifetimes: best\n", ", line 1: 'best' is not a preset; the presets are off, seed");
        assertRefused(
                "lifetimes: {data: long}\n", "rocksdb, measured: write one entry a line here");
        assertRefused(
                "lifetimes: seed\n  data: long\n", ", line 2: 'lifetimes: seed' has no entries");
        assertRefused(
                "lifetimes:\n  data.0: soon\n", ", line 2: 'data.0: soon' is not 'kind: life");
        assertRefused("lifetimes:\n\n  dat: long\n", ", line 3: there is no kind 'dat' of files");
        assertRefused("lifetimes:\n  hint.1: long\n", ", line 2: files of the kind 'hint' have no");
    }

    @Test
    void whatIsNoTextIsNoMap() throws IOException {
        Path file = Files.write(directory.resolve("bad.yaml"), new byte[] {(byte) 0xff, 1});
        assertThatThrownBy(() -> LifetimeMap.read(file))
                .isInstanceOf(BadLifetimesException.class)
                .hasMessageContaining("is not text in UTF-8");
    }

    private void assertRefused(String text, String message) throws IOException {
        Path file = Files.writeString(directory.resolve("bad.yaml"), text);
        assertThatThrownBy(() -> LifetimeMap.read(file))
                .isInstanceOf(BadLifetimesException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message);
    }
}
