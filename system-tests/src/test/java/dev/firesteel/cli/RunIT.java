// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunIT {
    private static final String ADDRESS = "127.0.1.21";
    private static final int PROMETHEUS_PORT = 9500;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** The Python driver from PyPI, with prepared statements as applications use it. */
    private static final String PYTHON =
            """
            import sys
            from cassandra.cluster import Cluster
            cluster = Cluster([sys.argv[1]], connect_timeout=60, control_connection_timeout=60)
            session = cluster.connect('k')
            session.default_timeout = 60
            insert = session.prepare('INSERT INTO t (id, v) VALUES (?, ?)')
            for i in range(100, 200):
                session.execute(insert, (i, 'python %d' % i))
            print(session.execute('SELECT count(*) FROM t').one()[0])
            cluster.shutdown()
            """;

    @TempDir Path directory;

    @Test
    @Tag("full")
    void givesANodeThatCqlshAndPythonsDriverTalkToAndThatCtrlCDrains() throws Exception {
        assumeRuns("cqlsh", "--version");
        assumeRuns("python3", "-c", "import cassandra.cluster");
        try (PackagedProgram program = run()) {
            awaitReady(program);
            assertThat(program.lines())
                    .contains("Connect   cqlsh " + ADDRESS)
                    .anyMatch(line -> line.matches("Journal +/.*/node1/journal, .* \\d+ segments"));
            cqlsh(
                    "CREATE KEYSPACE k WITH replication = "
                            + "{'class': 'SimpleStrategy', 'replication_factor': 1};"
                            + "CREATE TABLE k.t (id int PRIMARY KEY, v text);"
                            + "INSERT INTO k.t (id, v) VALUES (1, 'from cqlsh');");
            assertThat(metrics()).contains("\nfiresteel_journal_free_segments ");
            recorded(() -> assertThat(output("python3", "-c", PYTHON, ADDRESS)).isEqualTo("101\n"));
            stop(program);
        }
        try (PackagedProgram program = run()) {
            awaitReady(program);
            assertThat(cqlsh("SELECT v FROM k.t WHERE id IN (1, 142)"))
                    .contains("from cqlsh", "python 142", "(2 rows)");
            stop(program);
        }
    }

    @Test
    void saysHowManyWritesCameBackAfterAKill() throws Exception {
        try (PackagedProgram program = run()) {
            awaitReady(program);
            assertThat(program.lines())
                    .anyMatch(line -> line.matches("320MiB of .* that are free; .*"));
            Spoken loaded = Spoken.by(onRows("lab", "load", "--rows", "98"));
            assertThat(loaded.exitCode()).as(loaded.err()).isZero();
            RunningNode.killIn(directory.resolve("data/node1"));
            assertThat(program.awaitExitCode()).isEqualTo(1);
        }
        assertThat(Spoken.by("status", data()).exitCode()).isEqualTo(4);
        try (PackagedProgram program = run()) {
            awaitReady(program);
            assertThat(program.lines())
                    .anyMatch(
                            line -> line.matches("Replayed  \\d+ writes of the journal: \\d+ .*"));
            assertThat(Spoken.by("status", data()).out())
                    .contains("/node1 runs, as process ", "/journal: open, in use by the node");
            stop(program);
        }
        assertThat(Spoken.by("status", data()).exitCode()).isZero();
    }

    /** The documents' test of a drive, with a kill in the place of the power cut. */
    @Test
    @Tag("full")
    void theScriptForPowerCutsFindsWhatWasAcknowledged() throws Exception {
        assumeRuns("python3", "-c", "import cassandra");
        Path script = directory.resolve("powercut.py");
        String document = Files.readString(Path.of("..", "docs", "concepts", "durability.md"));
        int begin = document.indexOf("```python\n") + "```python\n".length();
        Files.writeString(script, document.substring(begin, document.indexOf("```", begin)));
        try (PackagedProgram program = run()) {
            awaitReady(program);
            Process writer =
                    script("write").redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            await().atMost(PATIENCE).until(() -> acknowledged() > 10_000);
            RunningNode.killIn(directory.resolve("data/node1"));
            assertThat(program.awaitExitCode()).isEqualTo(1);
            writer.destroyForcibly().waitFor();
        }
        try (PackagedProgram program = run()) {
            awaitReady(program);
            assertThat(checked()).hasSize(64).allMatch(line -> line.endsWith(" 0 lost"));
            output(
                    "python3",
                    "-c",
                    "from cassandra.cluster import Cluster;"
                            + (" Cluster(['" + ADDRESS + "']).connect()")
                            + ".execute('TRUNCATE powercut.t', timeout=60)");
            assertThat(checked()).noneMatch(line -> line.endsWith(" 0 lost"));
            stop(program);
        }
    }

    private ProcessBuilder script(String verb) {
        return new ProcessBuilder("python3", "powercut.py", verb, ADDRESS)
                .directory(directory.toFile())
                .redirectErrorStream(true);
    }

    private List<String> checked() throws Exception {
        Process check = script("check").start();
        String text = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(text).isZero();
        return text.lines().toList();
    }

    /** Returns the number of bytes in the lists of acknowledged rows. */
    private long acknowledged() throws IOException {
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "acknowledged-*")) {
            for (Path file : files) bytes += Files.size(file);
        }
        return bytes;
    }

    @Test
    @Tag("quick")
    void startsTheSameNodeWithoutTheAgentWhereStockIsAskedFor() throws Exception {
        try (PackagedProgram program = runStock()) {
            awaitReady(program);
            assertThat(program.lines())
                    .contains(
                            "firesteel: nodes do not get JAVA_TOOL_OPTIONS, only this program does");
            assertThat(directory.resolve("data/node1/logs/console.log"))
                    .content()
                    .doesNotContain("not.for.nodes");
            assertThat(program.lines()).anyMatch(line -> line.startsWith("Journal   none"));
            assertThat(directory.resolve("data/node1/journal")).doesNotExist();

            Spoken recording = Spoken.by("endurance", "record", "--node", data() + "/node1", "t");
            assertThat(recording.exitCode()).isEqualTo(1);
            assertThat(recording.err()).contains("it does not run Firesteel's agent");

            loadsAndMeasures();

            Spoken second = Spoken.by("run", "--stock", "--address", ADDRESS, "--data", data());
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.err().lines())
                    .hasSize(2)
                    .first()
                    .satisfies(line -> assertThat(line).contains("in use").contains(data()));
            stop(program);
        }
    }

    @Test
    @Tag("full")
    void isMeasuredUpToSaturation() throws Exception {
        try (PackagedProgram program = runStock()) {
            awaitReady(program);
            Spoken loaded = Spoken.by(onRows("lab", "load", "--rows", "500"));
            assertThat(loaded.exitCode()).as(loaded.err()).isZero();
            sweeps();
            stop(program);
        }
    }

    /** Its environment has a variable that nodes must not get. */
    private PackagedProgram runStock() throws IOException {
        return new PackagedProgram(
                directory,
                Map.of("JAVA_TOOL_OPTIONS", "-Dnot.for.nodes=true"),
                "run",
                "--stock",
                "--address",
                ADDRESS,
                "--heap",
                "512MiB");
    }

    private interface Load {
        void run() throws Exception;
    }

    /** Ctrl-C ends a recording, which prints its summary once, and simulate reads it. */
    private void recorded(Load load) throws Exception {
        try (PackagedProgram recording =
                new PackagedProgram(
                        directory, "endurance", "record", "--node", "data/node1", "trace")) {
            await().atMost(PATIENCE)
                    .until(
                            () ->
                                    !recording.isAlive()
                                            || recording.lines().stream()
                                                    .anyMatch(
                                                            line -> line.startsWith("Recording")));
            load.run();
            recording.interrupt();
            assertThat(recording.awaitExitCode()).as("%s", recording.lines()).isZero();
            assertThat(recording.lines())
                    .filteredOn(line -> line.matches("journal .* [1-9][0-9.,]*[KM]iB"))
                    .as("%s", recording.lines())
                    .hasSize(1);
        }
        Spoken simulation =
                Spoken.by(
                        "endurance",
                        "simulate",
                        directory.resolve("trace").toString(),
                        "--drive",
                        "size=4GiB,spare=0.1,block=4MiB");
        assertThat(simulation.exitCode()).as(simulation.err()).isZero();
    }

    private PackagedProgram run() throws IOException {
        return new PackagedProgram(
                directory,
                "run",
                "--address",
                ADDRESS,
                "--heap",
                "512MiB",
                "--journal-size",
                "320MiB",
                "--firesteel",
                "prometheus_address=" + ADDRESS,
                "--firesteel",
                "prometheus_port=" + PROMETHEUS_PORT);
    }

    private static String metrics() throws IOException {
        URI uri = URI.create("http://" + ADDRESS + ":" + PROMETHEUS_PORT + "/metrics");
        try (InputStream page = uri.toURL().openStream()) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private static void awaitReady(PackagedProgram program) {
        await().atMost(PATIENCE)
                .until(
                        () ->
                                !program.isAlive()
                                        || program.lines().contains("Ctrl-C drains and stops."));
        assertThat(program.isAlive()).as("%s", program.lines()).isTrue();
    }

    private static void stop(PackagedProgram program) throws Exception {
        program.interrupt();
        assertThat(program.awaitExitCode()).as("%s", program.lines()).isZero();
        assertThat(program.lines()).endsWith("Draining ...", "Stopped.");
    }

    private static String cqlsh(String statements) throws Exception {
        return output(
                "cqlsh", "--connect-timeout=60", "--request-timeout=60", "-e", statements, ADDRESS);
    }

    private static String output(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s says %s", command[0], text).isZero();
        return text;
    }

    private static void assumeRuns(String... command) throws Exception {
        List<String> line = new ArrayList<>(List.of(command));
        boolean runs;
        try {
            Process process =
                    new ProcessBuilder(line)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            runs = process.waitFor() == 0;
        } catch (IOException e) {
            runs = false; // the program does not exist
        }
        assumeThat(runs)
                .as(
                        "needs what '%s' needs: pip install cqlsh cassandra-driver",
                        String.join(" ", line))
                .isTrue();
    }

    private void loadsAndMeasures() throws IOException {
        Spoken early = ycsb();
        assertThat(early.exitCode()).isEqualTo(1);
        assertThat(early.err()).contains("there is no table ycsb.usertable", "lab load");

        Spoken loaded = Spoken.by(onRows("lab", "load", "--rows", "500"));
        assertThat(loaded.out()).startsWith("500 rows in ");
        Spoken again = Spoken.by(onRows("lab", "load", "--rows", "5", "--replicas", "3"));
        assertThat(again.err()).contains("the keyspace ycsb exists, and keeps its replication: {");

        Spoken measured = ycsb();
        assertThat(measured.exitCode()).isZero();
        assertThat(measured.out())
                .startsWith("400 operations in ")
                .contains(" 0 failed", "\nread ", "\nupdate ");
    }

    private void sweeps() throws IOException {
        Spoken swept =
                Spoken.by(
                        "lab",
                        "sweep",
                        "--workload=50/50",
                        "--rows=500",
                        "--fields=3",
                        "--field-length=20",
                        "--address=" + ADDRESS,
                        "--clients=4",
                        "--parts=0.2,0.5,1,1.5",
                        "--warm-up=1",
                        "--seconds=3",
                        "--json");
        assertThat(swept.exitCode()).as(swept.err()).isZero();
        assertThat(swept.err()).startsWith("5 measurements of Cassandra 5.0.");
        Path results = Files.writeString(directory.resolve("sweep.json"), swept.out());
        Path page = directory.resolve("page.html");
        Spoken reported = Spoken.by("report", results.toString(), "-o", page.toString());
        assertThat(reported.exitCode()).as(reported.err()).isZero();
        assertThat(Files.readString(page))
                .contains(
                        "4 clients: ", "<td>yes</td>", "Throughput and latency, up to saturation");
    }

    private static Spoken ycsb() {
        return Spoken.by(
                onRows(
                        "lab",
                        "ycsb",
                        "--workload=50/50",
                        "--rows=500",
                        "--distribution=uniform",
                        "--write-all-fields",
                        "--rate=200",
                        "--seconds=2"));
    }

    private static String[] onRows(String... verb) {
        List<String> arguments = new ArrayList<>(List.of(verb));
        arguments.addAll(
                List.of("--fields=3", "--field-length=20", "--threads=4", "--address=" + ADDRESS));
        return arguments.toArray(String[]::new);
    }
}
