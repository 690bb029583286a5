// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests reports made of the output of verbs; {@code dev.firesteel.report} tests their parts. */
class ReportVerbTest {
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
    void leavesTheOldPageWhereThereIsNoNewOne() throws IOException {
        Files.writeString(directory.resolve("page.html"), "old");
        Path wrong = Files.writeString(directory.resolve("wrong.json"), "{\"a\":1}");
        Spoken spoken = report(wrong);
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).startsWith("firesteel: ").contains("wrong.json").hasLineCount(1);
        assertThat(page()).isEqualTo("old");
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
