// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.memory.Calibration.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrationFileTest {
    private static final long MIB = Budget.MIB;
    private static final long SEEDS = Long.getLong("firesteel.seeds", 200); // owns settings

    private static final Calibration CALIBRATION =
            new Calibration(
                    "2 cores, \"NVMe\" \\ 4 GiB\n(slow)",
                    "5.0.9",
                    "a, zipfian",
                    new Layout(
                            4096 * MIB,
                            MemtableAllocation.OFFHEAP_OBJECTS,
                            0.7,
                            0.25,
                            100 * MIB,
                            0,
                            512 * MIB,
                            2 * MIB,
                            300 * MIB,
                            0),
                    List.of(
                            new Run(256 * MIB, 2000 * MIB, 1.25e-4, 8.5e-5, 0.5),
                            new Run(64 * MIB, 2192 * MIB, 1.2e-4, null, 1.0),
                            new Run(64 * MIB, 2192 * MIB, null, 9.9e-5, null)));

    @TempDir Path directory = Path.of("");

    private Path written(Calibration calibration) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(CalibrationFile.firstLine(calibration));
        calibration.runs().forEach(each -> lines.add(CalibrationFile.line(each)));
        return Files.write(directory.resolve("r.jsonl"), lines);
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        assertThat(CalibrationFile.read(written(CALIBRATION))).isEqualTo(CALIBRATION);
        assertThat(CALIBRATION.reads())
                .containsExactly(new Measurement(2000, 1.25e-4), new Measurement(2192, 1.2e-4));
        assertThat(CALIBRATION.writes())
                .containsExactly(new Measurement(256, 8.5e-5), new Measurement(64, 9.9e-5));
    }

    @Test
    void blankLinesAreIgnored() throws IOException {
        String text = Files.readString(written(CALIBRATION));
        Path spaced = Files.writeString(directory.resolve("s.jsonl"), text.replace("\n", "\n\n"));
        assertThat(CalibrationFile.read(spaced)).isEqualTo(CALIBRATION);
    }

    /** A writer is killed at any byte: exactly the runs that are complete are read. */
    @Test
    void whatAKillCutOffIsNoRun() throws IOException {
        byte[] whole = Files.readAllBytes(written(CALIBRATION));
        String text = Files.readString(written(CALIBRATION));
        int first = text.indexOf('\n') + 1;
        for (int length = first; length <= whole.length; length++) {
            Path cut = directory.resolve("cut.jsonl");
            Files.write(cut, Arrays.copyOf(whole, length));
            int runs = (int) text.substring(first, length).chars().filter(c -> c == '}').count();
            assertThat(CalibrationFile.read(cut).runs())
                    .as("cut at %s", length)
                    .isEqualTo(CALIBRATION.runs().subList(0, runs));
        }
    }

    @Test
    void thePartOfReadsIsThatOfAllRunsIfAllHaveIt() {
        assertThat(CALIBRATION.readPart()).isEmpty();
        Calibration without =
                new Calibration(
                        "m", "5.0.9", "a", CALIBRATION.layout(), CALIBRATION.runs().subList(0, 2));
        assertThat(without.readPart()).hasValue(0.75);
        assertThat(new Calibration("m", "5.0.9", "a", CALIBRATION.layout(), List.of()).readPart())
                .isEmpty();
    }

    @Test
    void fieldsThatAreNotKnownAreLeftOut() throws IOException {
        Path file = written(CALIBRATION);
        Files.writeString(
                file,
                Files.readString(file).replace("{\"", "{ \"round\" : 3, \"note\":\"\\u00e9\", \""));
        assertThat(CalibrationFile.read(file)).isEqualTo(CALIBRATION);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"version\":1            | \"version\":2          | line 1: its version is 2,"
                        + " but this program reads version 1",
                "firesteel-memory         | fio                    | line 1: no"
                        + " \"format\":\"firesteel-memory\"",
                "\"machine\":             | \"maschine\":          | line 1: 'machine' must be a"
                        + " string",
                "\"budgetBytes\":4294967296 | \"budgetBytes\":\"4\" | line 1: 'budgetBytes' must"
                        + " be a number, not \"4\"",
                "\"budgetBytes\":4294967296 | \"budgetBytes\":0.5 | line 1: 'budgetBytes' must be a"
                        + " whole number of bytes, not 0.5",
                "\"fileCacheShare\":0.25  | \"fileCacheShare\":1   | line 1: fileCacheShare must be"
                        + " 0 to below 1, not 1.0",
                "offheap_objects          | off                    | line 1: the allocation of"
                        + " memtables must be heap_buffers",
                "\"readSeconds\":1.25E-4  | \"readSeconds\":-1     | line 2: readSeconds must be"
                        + " above 0, not -1.0",
                "\"memtableBytes\":268435456 | \"memtableBytes\":0 | line 2: memtableBytes and"
                        + " cacheBytes must be above 0",
                "{\"memtableBytes\":268435456, | {              | line 2: 'memtableBytes' must"
                        + " be a number",
                "\"readPart\":0.5}        | \"readPart\":0.5      | line 2: not one JSON object:",
                "\"readPart\":0.5}        | \"readPart\":1}{      | line 2: not one JSON object:",
                "\"readPart\":0.5         | \"readPart\":1.5      | line 2: readPart must be 0 to"
                        + " 1, not 1.5",
                "\"writeSeconds\":8.5E-5  | \"writeSeconds\":[1]   | line 2: 'writeSeconds' must"
                        + " be a number, not [1]",
                "\"writeSeconds\":8.5E-5  | \"readSeconds\":8.5E-5 | line 2: not one JSON object:"
                        + " Duplicate field 'readSeconds'",
                "{\"memtableBytes\":268435456, | [1,{            | line 2: not one JSON object",
                "\"memtableBytes\":268435456 | \"memtableBytes\":2197815297 | line 2: memtables of"
                        + " 2197815297 bytes and caches of 2097152000 are more than budgetBytes,"
                        + " 4294967296",
                "\"readSeconds\":1.25E-4  | \"readSeconds\":NaN    | line 2: not one JSON object:"
                        + " Non-standard token 'NaN'",
            })
    void whatIsWrongIsSaidWithItsLine(String there, String instead, String problem)
            throws IOException {
        Path file = written(CALIBRATION);
        String text = Files.readString(file);
        assertThat(text).contains(there);
        Files.writeString(file, text.replace(there, instead));
        assertThatThrownBy(() -> CalibrationFile.read(file))
                .isInstanceOf(MeasurementsException.class)
                .hasMessageContaining("r.jsonl, " + problem);
    }

    @Test
    void aFileThatIsNotThereOrEmptyOrNoTextIsSaid() throws IOException {
        assertThatThrownBy(() -> CalibrationFile.read(directory.resolve("none")))
                .isInstanceOf(MeasurementsException.class)
                .hasMessageContaining("there is no file ");
        Path file = Files.write(directory.resolve("e"), new byte[0]);
        assertThatThrownBy(() -> CalibrationFile.read(file))
                .hasMessageEndingWith("e: there is no complete line, so no measurement");
        assertThatThrownBy(() -> CalibrationFile.read(directory))
                .hasMessage(directory + " is a directory, not a file");
        Files.write(file, new byte[] {(byte) 0xFF, '\n'});
        assertThatThrownBy(() -> CalibrationFile.read(file))
                .hasMessageContaining("is not text in UTF-8");
    }

    @Test
    void aByteOrderMarkIsPassedOver() throws IOException {
        Path file = written(CALIBRATION);
        Files.writeString(file, "\uFEFF" + Files.readString(file));
        assertThat(CalibrationFile.read(file)).isEqualTo(CALIBRATION);
    }

    @Test
    void twoFilesThatWereJoinedAreNone() throws IOException {
        Path file = written(CALIBRATION);
        Files.writeString(file, Files.readString(file).repeat(2));
        assertThatThrownBy(() -> CalibrationFile.read(file))
                .isInstanceOf(MeasurementsException.class)
                .hasMessageContaining(", line 5: a second header: two files were joined");
    }

    /** Strings of any characters, and any finite numbers, are read back unchanged. */
    @Test
    void anythingThatCanBeMeasuredComesBack() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Run> runs = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--)
                runs.add(
                        new Run(
                                random.nextLong(1, 2048 * MIB),
                                random.nextLong(1, 2048 * MIB),
                                seconds(random),
                                seconds(random),
                                random.nextBoolean() ? (Double) random.nextDouble() : null));
            Calibration calibration =
                    new Calibration(
                            text(random), text(random), text(random), CALIBRATION.layout(), runs);
            assertThat(CalibrationFile.read(written(calibration)))
                    .as("seed %s", seed)
                    .isEqualTo(calibration);
        }
    }

    private static @Nullable Double seconds(SplittableRandom random) {
        return random.nextInt(4) == 0 ? null : Math.pow(10, random.nextDouble(-9, 9));
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--)
            text.append((char) random.nextInt(random.nextBoolean() ? 0x80 : 0xD800));
        return text.toString();
    }
}
