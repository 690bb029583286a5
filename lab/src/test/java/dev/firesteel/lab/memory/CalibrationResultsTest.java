// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.CalibrationFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationResultsTest {
    @TempDir Path directory = Path.of("");

    private CalibrationSettings settings(String workload) {
        return Settings.with(
                directory, Path.of("agent"), Mode.FIRESTEEL, Settings.layout(1536), workload, 3, 3);
    }

    private CalibrationResults open(String workload) throws Exception {
        CalibrationSettings settings = settings(workload);
        return CalibrationResults.open(settings.results(), settings.empty("here"));
    }

    @Test
    void whatWasMeasuredIsThereTheNextTime() throws Exception {
        CalibrationResults file = open("a");
        file.add(Settings.run(settings("a"), 64 * Budget.MIB));
        file.add(Settings.run(settings("a"), 128 * Budget.MIB));
        assertThat(open("a").measured()).isEqualTo(file.measured());
        assertThat(open("a").measured().runs()).hasSize(2);
    }

    @Test
    void beforeAnythingIsMeasuredThereIsNoFile() throws Exception {
        CalibrationResults file = open("a");
        assertThat(settings("a").results()).doesNotExist();
        assertThat(open("a").measured().runs()).isEmpty();
        file.add(Settings.run(settings("a"), 64 * Budget.MIB));
        assertThat(open("a").measured()).isEqualTo(file.measured());
        Path below = settings("a").results().resolve("r.jsonl");
        assertThatThrownBy(() -> CalibrationResults.open(below, settings("a").empty("here")))
                .isInstanceOf(IOException.class);
    }

    /** A program was killed while it wrote. */
    @Test
    void aLineWithoutItsEndIsDropped() throws Exception {
        open("a").add(Settings.run(settings("a"), 64 * Budget.MIB));
        Path path = settings("a").results();
        Files.writeString(path, "{\"memtableBytes\":1", StandardOpenOption.APPEND);
        CalibrationResults again = open("a");
        assertThat(again.measured().runs()).hasSize(1);
        again.add(Settings.run(settings("a"), 128 * Budget.MIB));
        assertThat(CalibrationFile.read(path).runs())
                .extracting(each -> each.memtableBytes() / Budget.MIB)
                .isEqualTo(List.of(64L, 128L));
    }

    @Test
    void aWholeLineWithoutItsLineFeedCounts() throws Exception {
        open("a").add(Settings.run(settings("a"), 64 * Budget.MIB));
        Path path = settings("a").results();
        Files.writeString(path, Files.readString(path).stripTrailing());
        open("a").add(Settings.run(settings("a"), 128 * Budget.MIB));
        assertThat(CalibrationFile.read(path).runs()).hasSize(2);
    }

    @Test
    void ofAFirstLineWithoutItsEndAllIsBegunAnew() throws Exception {
        Path path = settings("a").results();
        Files.createDirectories(path.getParent());
        String line = CalibrationFile.firstLine(settings("a").empty("here"));
        for (String left : List.of("", "{", line)) {
            Files.writeString(path, left);
            CalibrationResults file = open("a");
            file.add(Settings.run(settings("a"), 64 * Budget.MIB));
            assertThat(CalibrationFile.read(path)).isEqualTo(file.measured());
        }
    }

    @Test
    void whatIsNoneIsLeftAsItIs() throws Exception {
        Path path = settings("a").results();
        Files.createDirectories(path.getParent());
        Files.writeString(path, "{\"format\":\"mine");
        assertThatThrownBy(() -> open("a")).hasMessageContaining("there is no complete line");
        assertThat(path).hasContent("{\"format\":\"mine");
    }

    @Test
    void theFileOfAnotherCalibrationIsLeftAsItIs() throws Exception {
        open("a").add(Settings.run(settings("a"), 64 * Budget.MIB));
        Path path = settings("a").results();
        String before = Files.readString(path);
        assertThatThrownBy(() -> open("95/5"))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining(path + " is of another calibration, of workload 'a, ")
                .hasMessageEndingWith(": give another file");
        assertThatThrownBy(() -> CalibrationResults.open(path, settings("a").empty("there")))
                .hasMessageContaining("of machine 'here', not 'there'");
        assertThat(path).hasContent(before);
    }
}
