// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.LevelTrace;
import dev.firesteel.cli.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests reports made of the output of verbs; {@code dev.firesteel.report} tests their parts. */
class ReportVerbTest {
    private static final String OLD = "<!DOCTYPE html><p>old";

    @TempDir Path directory = Path.of("");

    private Spoken report(Path results) {
        return Spoken.by("report", results.toString(), "-o", directory + "/page.html");
    }

    private Path results(String... verb) throws IOException {
        return Files.writeString(directory.resolve("results.json"), Spoken.by(verb).out());
    }

    private String page() throws IOException {
        return Files.readString(directory.resolve("page.html"));
    }

    @Test
    void showsAPrediction() throws IOException {
        Path results =
                results(
                        "lab",
                        "staleness",
                        "predict",
                        "--model",
                        "ymmr",
                        "--trials",
                        "1000",
                        "--json");
        Spoken spoken = report(results);
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out()).isEqualTo("The report is " + directory + "/page.html\n");
        assertThat(page()).contains("<h2 id=\"title-0\">Predicted staleness of reads</h2>");
    }

    @Test
    void showsASimulatedDrive() throws IOException {
        LevelTrace.write(directory.resolve("trace-0000000001.tsv"));
        Path results =
                results(
                        "endurance",
                        "simulate",
                        directory.toString(),
                        "--drive",
                        "size=36MiB,spare=0.2,block=256KiB",
                        "--json");
        assertThat(report(results).exitCode()).isZero();
        assertThat(page()).contains("Write amplification of a trace", "linux4");
    }

    @Test
    void showsADriveUnderRandomWrites() throws IOException {
        for (String victims : List.of("greedy", "greedy,fifo")) {
            Path results =
                    results(
                            "endurance",
                            "model",
                            "--blocks",
                            "256",
                            "--warm-up",
                            "1",
                            "--measured",
                            "1",
                            "--victim",
                            victims,
                            "--json");
            Spoken spoken = report(results);
            assertThat(spoken.err()).isEmpty();
            assertThat(spoken.exitCode()).isZero();
            assertThat(page())
                    .contains("Write amplification under random writes", "greedy", "closed form");
        }
        assertThat(page()).contains(">fifo<");
    }

    @Test
    void showsAFit() throws IOException {
        Path measured = Files.writeString(directory.resolve("m.csv"), "1,100\n2,60\n4,40\n8,30\n");
        for (String model : List.of("write", "read")) {
            Path results =
                    results("memory", "fit", measured.toString(), "--model", model, "--json");
            Spoken spoken = report(results);
            assertThat(spoken.err()).isEmpty();
            assertThat(spoken.exitCode()).isZero();
            assertThat(page()).contains("Duration of operations, by memory", "<polyline");
        }
        // seconds = 80 / memory + 20 fits exactly: 100 at 1, 30 at 8
        results("memory", "fit", measured.toString(), "--model", "write", "--json");
        assertThat(report(directory.resolve("results.json")).exitCode()).isZero();
        assertThat(page()).contains(">1</th><td>100</td>", ">8</th><td>30</td>");
    }

    @Test
    void saysWhichDirectoryIsMissing() throws IOException {
        Path results = results("endurance", "model", "--blocks", "64", "--json");
        Spoken missing =
                Spoken.by("report", results.toString(), "-o", directory + "/no/such/page.html");
        assertThat(missing.exitCode()).isOne();
        assertThat(missing.err())
                .isEqualTo(
                        "firesteel: there is no directory %1$s/no/such for the report %1$s/no/such/page.html: make it, or name another\n"
                                .formatted(directory));
        assertThat(Spoken.by("report", results.toString(), "-o", directory.toString()).err())
                .isEqualTo(
                        "firesteel: "
                                + directory
                                + " is a directory: name a file for the report\n");
    }

    @Test
    void leavesTheOldPageWhereThereIsNoNewOne() throws IOException {
        Files.writeString(directory.resolve("page.html"), OLD);
        Path wrong = Files.writeString(directory.resolve("wrong.json"), "{\"a\":1}");
        Spoken spoken = report(wrong);
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).startsWith("firesteel: ").contains("wrong.json").hasLineCount(1);
        assertThat(page()).isEqualTo(OLD);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.map(each -> each.getFileName().toString()).toList())
                    .containsExactlyInAnyOrderElementsOf(List.of("page.html", "wrong.json"));
        }
    }

    @Test
    void wantsAFile() {
        assertThat(Spoken.by("report").exitCode()).isEqualTo(2);
    }
}
