// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.cli.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests computed figures, which need no node. */
class ReproduceVerbTest {
    @TempDir Path directory = Path.of("");

    private Spoken reproduce(String... figures) {
        String[] words = new String[figures.length + 3];
        words[0] = "reproduce";
        System.arraycopy(figures, 0, words, 1, figures.length);
        words[figures.length + 1] = "--data";
        words[figures.length + 2] = data().toString();
        return Spoken.by(words);
    }

    /** Returns a directory with a space in its name. */
    private Path data() {
        return directory.resolve("my data");
    }

    @Test
    void listsWhatThereIsAndWhyNot() {
        Spoken spoken = Spoken.by("reproduce", "--list");
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out().lines())
                .anyMatch(line -> line.matches("capi-table-2 +Rate and mean latency.*"))
                .anyMatch(line -> line.matches(" +not measured: needs a heap of several .*"));
    }

    @Test
    void listsWhatIsNamedAndWhatItNeeds() {
        Spoken spoken = Spoken.by("reproduce", "--list", "sandisk", "memory-figure-5");
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out().lines())
                .anyMatch(line -> line.startsWith("sandisk-"))
                .anyMatch(line -> line.startsWith("memory-figure-5 "))
                .anyMatch(line -> line.matches(" +needs root, .*"))
                .noneMatch(line -> line.startsWith("capi-"));
        assertThat(Spoken.by("reproduce", "--list", "sandsik").exitCode()).isEqualTo(2);
    }

    @Test
    void listsForMachines() throws IOException {
        Spoken spoken = Spoken.by("reproduce", "--list", "--json", "memory-figure-5");
        JsonNode figure = new ObjectMapper().readTree(spoken.out()).at("/figures/0");
        assertThat(figure.get("id").asText()).isEqualTo("memory-figure-5");
        assertThat(figure.get("obstacle").asText()).startsWith("needs a heap");
        assertThat(figure.get("needs")).isEmpty();
    }

    @Test
    void computesWhatAPaperHasComputed() throws IOException {
        Spoken spoken = reproduce("memory-table-3", "memory-table-6");
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        assertThat(spoken.out().lines())
                .anyMatch(line -> line.matches("a +957\\.443 +957\\.443  s +agrees .*"))
                .anyMatch(line -> line.matches("b +118\\.598 +118\\.598  s +agrees .*"));
        assertThat(spoken.out()).doesNotContain("disagrees", "not decided");
        assertThat(spoken.err()).contains("The report is " + data().resolve("report.html"));
        assertThat(Files.readString(data().resolve("report.html")))
                .contains("Published and measured here: a + b ln(memory), fitted to its Table 2");
    }

    @Test
    void doesNotMeasureAgainWhatWasMeasured() throws IOException {
        reproduce("memory-table-3");
        Path result = data().resolve("printed-reads.json");
        Files.writeString(result, Files.readString(result).replace("\"a\":957.", "\"a\":857."));
        Spoken spoken = reproduce("memory-table-3");
        assertThat(spoken.err()).contains("printed-reads, measured before: " + result);
        assertThat(spoken.out())
                .containsPattern("857\\.443  s +disagrees \\(957\\.4425 to 957\\.4435\\)");
    }

    @Test
    void thePageKeepsWhatWasMeasuredBefore() throws IOException {
        reproduce("memory-table-3");
        Spoken spoken = reproduce("memory-table-6");
        assertThat(spoken.out()).contains("memory-table-6").doesNotContain("memory-table-3");
        assertThat(Files.readString(data().resolve("report.html")))
                .contains(
                        "957.443",
                        "Published and measured here: a + b ln(memory), fitted to its Table 2");
    }

    @Test
    void measuresAgainWhatIsNotKnownToBeComplete() throws IOException {
        reproduce("memory-table-3");
        Files.writeString(data().resolve("printed-reads.json"), "{}");
        Files.delete(data().resolve("printed-reads.commands"));
        Spoken spoken = reproduce("memory-table-3");
        assertThat(spoken.err()).doesNotContain("measured before");
        assertThat(spoken.out()).contains("957.443");
    }

    @Test
    void leavesOutWhatFailsAndSaysSo() throws IOException {
        Files.createDirectories(data().resolve("printed-reads.csv"));
        Spoken spoken = reproduce("memory-table-3", "memory-table-6");
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).contains("firesteel: not measured: printed-reads\n");
        assertThat(spoken.out().lines())
                .anyMatch(line -> line.matches("a +957\\.443 +-  s"))
                .anyMatch(line -> line.matches("b +118\\.598 +118\\.598  s +agrees .*"));
        assertThat(data().resolve("report.html")).exists();
    }

    @Test
    void saysItToMachinesToo() throws IOException {
        Spoken spoken = reproduce("memory-table-6", "--json", "--quick");
        JsonNode line = new ObjectMapper().readTree(spoken.out());
        assertThat(line.path("kind").asText()).isEqualTo("reproduction");
        assertThat(line.at("/settings/quick").asBoolean()).isTrue();
        assertThat(line.at("/result/figures/0/id").asText()).isEqualTo("memory-table-6");
        assertThat(line.at("/result/figures/0/rows/0/verdict").asText()).isEqualTo("agrees");
        assertThat(data().resolve("printed-writes-quick.json")).exists();
    }

    @Test
    void refusesWhatThereIsNot() {
        Spoken unknown = reproduce("capi-table-9");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("There is no figure 'capi-table-9'");
        assertThat(reproduce("memory-table-8").err()).contains("memory-table-8 cannot be measured");
        assertThat(reproduce().err()).contains("FIGURE is missing: --list shows the names");
        assertThat(reproduce("memory-table-3", "--address", "10.0.0.1").err()).contains("10.0.0.1");
        Path missing = directory.resolve("missing/page.html");
        assertThat(reproduce("memory-table-3", "-o", missing.toString()).err())
                .contains("there is no directory " + missing.getParent());
        assertThat(reproduce("memory-table-3", "-o", directory.toString()).err())
                .contains(directory + " is a directory");
        assertThat(data()).doesNotExist();
    }
}
