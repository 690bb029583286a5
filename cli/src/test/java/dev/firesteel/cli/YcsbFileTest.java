// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class YcsbFileTest {
    @TempDir Path directory = Path.of("");

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("workloadx"), text);
    }

    private static Properties told(String... words) throws IOException {
        YcsbVerb verb = new YcsbVerb();
        CommandLine line = new CommandLine(verb);
        line.parseArgs(words);
        Console console = new Console(line);
        return verb.file.over(verb.workload.properties(5, console), console);
    }

    /** As YCSB's own workload B is, but for its comments. */
    @Test
    void theFileSaysWhatClientsDoUnlessAnOptionDoes() throws IOException {
        Path file =
                write(
                        """
                        # mostly reads
                        recordcount=1000
                        operationcount=2000
                        workload=site.ycsb.workloads.CoreWorkload
                        readallfields=true
                        readproportion=0.9
                        updateproportion=0.1
                        requestdistribution=zipfian
                        """);
        Properties told = told("-P", file.toString());
        assertThat(told)
                .containsEntry("recordcount", "1000")
                .containsEntry("operationcount", "2000")
                .containsEntry("readproportion", "0.9")
                .containsEntry("requestdistribution", "zipfian")
                .containsEntry("fieldcount", "10")
                .doesNotContainKey("scanproportion");
        assertThat(told("-P", file.toString(), "--rows", "500", "--distribution", "uniform"))
                .containsEntry("recordcount", "500")
                .containsEntry("requestdistribution", "uniform")
                .containsEntry("updateproportion", "0.1");
        assertThat(told("--rows", "7")).containsEntry("recordcount", "7");
        assertThat(told("-P", file.toString(), "--seconds", "5").getProperty("operationcount"))
                .isEqualTo("5000000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload=my.Workload|is of the workload my.Workload, and only YCSB's core workload",
                "recordcount=many|recordcount must be a whole number, not 'many'",
                "operationcount=-1|operationcount must be a whole number, not '-1'",
                "insertstart=5|has insertstart, which is not taken from a file: all rows are loaded",
                "target=500|has target, which is not taken from a file: give --rate",
                "readmodifywriteproportion=x|readmodifywriteproportion must be 0 to 1, not 'x'",
            })
    void aFileThatCannotBeUsedIsRefused(String text, String problem) throws IOException {
        for (String verb : new String[] {"ycsb", "load"}) {
            Spoken spoken = Spoken.by("lab", verb, "-P", write(text).toString());
            assertThat(spoken.exitCode()).isEqualTo(2);
            assertThat(spoken.err()).contains(problem);
        }
    }

    @Test
    void onlyOneCanSayWhatClientsDo() throws IOException {
        Spoken spoken = Spoken.by("lab", "ycsb", "-P", write("a=b").toString(), "--workload", "b");
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("--workload and --properties: only one of them");
        Spoken missing = Spoken.by("lab", "ycsb", "-P", directory.resolve("none").toString());
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.err()).contains("none");
    }
}
