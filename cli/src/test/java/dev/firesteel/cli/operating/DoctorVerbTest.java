// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.Spoken;
import dev.firesteel.cli.common.Json;
import dev.firesteel.node.NodeJava;
import dev.firesteel.operations.doctor.Finding;
import dev.firesteel.operations.doctor.Level;
import dev.firesteel.operations.doctor.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorVerbTest {
    private static final Report REPORT =
            new Report(
                    "/flash",
                    "6.18.0",
                    "cassandra",
                    List.of(
                            new Finding(Level.OK, "space", "Enough.", "", Map.of("bytes", 5)),
                            new Finding(
                                    Level.PROBLEM,
                                    "durability",
                                    "word ".repeat(40).strip() + ".",
                                    "advice ".repeat(30).strip() + ".",
                                    Map.of())));

    @TempDir Path directory;

    @Test
    void saysSoWhereThereIsNothingToLookAt() {
        String absent = directory.resolve("absent").toString();
        Spoken people = Spoken.by("doctor", absent);
        assertThat(people.exitCode()).isEqualTo(1);
        assertThat(people.err()).isEmpty();
        assertThat(people.out()).contains("problem  path", "absent does not exist.");
        Spoken machines = Spoken.by("doctor", "--json", absent);
        assertThat(machines.exitCode()).isEqualTo(1);
        assertThat(machines.out())
                .startsWith("{\"path\":\"" + absent + "\",")
                .contains("\"problems\":1,")
                .contains("{\"level\":\"problem\",\"check\":\"path\",");
    }

    @Test
    void fitsItsLinesAndIndentsThem() {
        List<String> lines = DoctorText.lines(REPORT);
        assertThat(lines).allMatch(line -> line.length() <= 96);
        assertThat(lines.get(0)).isEqualTo("/flash, Linux 6.18.0, as user cassandra");
        assertThat(lines.get(2)).startsWith("problem  durability   word word");
        assertThat(lines.get(3)).startsWith("                      word");
        assertThat(lines.get(lines.size() - 3)).isEqualTo("ok       space        Enough.");
        assertThat(lines).anyMatch(line -> line.startsWith("                      -> advice"));
        assertThat(lines.get(lines.size() - 1)).isEqualTo("1 problem, no notes, 1 ok");
    }

    @Test
    void losesNoWordByFitting() {
        assertThat(String.join(" ", DoctorText.lines(REPORT)).split("word", -1)).hasSize(41);
        assertThat(String.join(" ", DoctorText.lines(REPORT)).split("advice", -1)).hasSize(31);
    }

    @Test
    void givesMachinesTheNumbers() {
        assertThat(Json.write(DoctorText.fields(REPORT)))
                .contains(
                        "{\"level\":\"ok\",\"check\":\"space\",\"says\":\"Enough.\",\"facts\":{\"bytes\":5}}");
    }

    @Test
    void saysOnWhichJavaNodesRun() {
        assertThat(DoctorText.java(new NodeJava(17, "/jdk")).level()).isEqualTo(Level.OK);
        Finding later = DoctorText.java(new NodeJava(21, "/jdk"));
        assertThat(later.level()).isEqualTo(Level.NOTE);
        assertThat(later.says())
                .isEqualTo("Java 21 runs this command. Nodes of Cassandra 5.0 are tested on 17.");
        Finding tooNew = DoctorText.java(new NodeJava(25, "/jdk"));
        assertThat(tooNew.level()).isEqualTo(Level.NOTE);
        assertThat(tooNew.says())
                .isEqualTo("Java 25 runs this command. Cassandra 5.0 does not start on it.");
        assertThat(tooNew.advice()).isEqualTo("Start Cassandra on Java 17.");
        assertThat(tooNew.facts()).containsEntry("version", 25).containsEntry("home", "/jdk");
    }

    @Test
    void namesTheJavaThatRunsIt() {
        assertThat(Spoken.by("doctor", "--json", directory.toString()).out())
                .contains("\"check\":\"java\"", "\"version\":" + Runtime.version().feature());
    }
}
