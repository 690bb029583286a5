// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartResultsTest {
    @TempDir Path directory;

    private Path part(String part, String end, String rows) throws IOException {
        return Files.writeString(
                directory.resolve(part.replace('/', '-') + ".json"),
                PartFile.text(part, end, rows));
    }

    @Test
    void addsRatesAndTellsNothingWhereAllIsWell() throws Exception {
        PartResults parts =
                PartResults.of(
                        List.of(
                                part("1/2", "2026-12-01T08:00:10Z", "1000"),
                                part("2/2", "2026-12-01T08:00:10.4Z", "1000")));
        assertThat(parts.result().operations()).isEqualTo(200);
        assertThat(parts.result().operationsPerSecond()).isEqualTo(20);
        assertThat(parts.settings())
                .containsEntry("rate", "100.0")
                .containsEntry("recordcount", "1000")
                .doesNotContainKey("part");
        assertThat(parts.warnings()).isEmpty();
    }

    @Test
    void warnsOfMissingPartsAndOfStartsThatAreApart() throws Exception {
        PartResults parts =
                PartResults.of(
                        List.of(
                                part("1/3", "2026-12-01T08:00:10Z", "1000"),
                                part("3/3", "2026-12-01T08:00:13Z", "1000")));
        assertThat(parts.warnings())
                .satisfiesExactly(
                        one -> assertThat(one).isEqualTo("1 of 3 parts are missing"),
                        two -> assertThat(two).contains("began within 3.0 s of each other"));
    }

    @Test
    void refusesWhatDoesNotBelongTogether() throws Exception {
        Path one = part("1/2", "2026-12-01T08:00:10Z", "1000");
        Path other = part("2/2", "2026-12-01T08:00:10Z", "999");
        refuses(
                List.of(one, other),
                "are not parts of one run: the first has {recordcount=1000}, the other {recordcount=999}");
        refuses(List.of(one, one), "A part is given twice: the files have parts [1, 1]");
        Path text = Files.writeString(directory.resolve("a.txt"), "half of {");
        refuses(List.of(one, text), "a.txt is damaged");
        Path whole = Files.writeString(directory.resolve("b.json"), "{\"settings\": {}}");
        refuses(List.of(whole), "b.json is no result of 'lab ycsb --part K/N --json'");
    }

    /** Damage is told as such, whatever it is. */
    @Test
    void refusesWhatIsDamaged() throws Exception {
        String whole = PartFile.text("1/2", "2026-12-01T08:00:10Z", "1000");
        for (String[] change :
                new String[][] {
                    {"\"1/2\"", "\"x\""},
                    {"\"50.0\"", "\"fast\""},
                    {"2026-12-01T08", "yesterday"},
                    {"\"threads\": 4", "\"threads\": {}"}
                }) {
            Path file =
                    Files.writeString(
                            directory.resolve("c.json"), whole.replace(change[0], change[1]));
            refuses(List.of(file), "c.json is damaged");
        }
        Path bare =
                Files.writeString(directory.resolve("d.json"), whole.replace("\"each\"", "\"e\""));
        refuses(List.of(bare), "d.json is no result of");
    }

    private static void refuses(List<Path> files, String message) {
        assertThatThrownBy(() -> PartResults.of(files))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }
}
