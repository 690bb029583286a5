// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.firesteel.cli.common.Build;
import dev.firesteel.export.ExportSummary;
import dev.firesteel.journal.Damage;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.script.MixedScript;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.CassandraRelease;
import dev.firesteel.node.Jvm;
import dev.firesteel.node.NodeProfile;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares three readers of exported and archived segments: the journal's, Cassandra's, and
 * cqlite-core, which shares no code with the other two. Needs Rust.
 */
@Tag("full")
class CqliteIT {
    private static final String ADDRESS = "127.0.1.24";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int OLDEST_RUST = 95; // that of Cargo.toml
    private static final int ROUNDS = 30;
    private static final int ROWS = 500;
    private static final int LARGE_ROWS = 12;
    private static final int LARGE_BYTES = 1_000_000;
    private static final int MARKER_OFFSET = 20; // behind the header of a version 7 without options
    private static final int ENTRY_OVERHEAD = 12;

    @TempDir Path directory;
    private Path journal;
    private Path archive;
    private Path archived;
    private Path exported;
    private Path schema;
    private Path program;

    /** The output of src/test/cqlite for the segment files of a directory. */
    private record Found(List<String[]> lines) {
        /** Returns what each mutation has in common with a line of StockSegments. */
        List<String> mutations() {
            return mutationsWithTables().map(Found::line).toList();
        }

        /** Returns the same without the placeholders of an export. */
        List<String> mutationsOfTheJournal() {
            return mutationsWithTables()
                    .filter(words -> !words[5].equals(ExportSummary.FILLER_TABLE))
                    .map(Found::line)
                    .toList();
        }

        private Stream<String[]> mutationsWithTables() {
            return lines.stream().filter(words -> words[0].equals("mutation"));
        }

        private static String line(String[] words) {
            return String.join(" ", Arrays.copyOfRange(words, 1, 5));
        }

        Set<String> tables() {
            return mutationsWithTables()
                    .flatMap(words -> Arrays.stream(words).skip(5))
                    .collect(Collectors.toSet());
        }

        /** Returns the rows of the table k.t: segment, position, key and value. */
        Stream<String> rows() {
            return lines.stream()
                    .filter(words -> words[0].equals("row") && words[3].equals("k.t"))
                    .map(words -> String.join(" ", words[1], words[2], words[4], words[5]));
        }

        List<String> ends() {
            return lines.stream()
                    .filter(words -> words[0].equals("end"))
                    .map(words -> words[2])
                    .toList();
        }
    }

    @BeforeEach
    void buildTheProgram() throws Exception {
        requireRust();
        Path target = Path.of("target", "cqlite").toAbsolutePath();
        String manifest = Path.of("src", "test", "cqlite", "Cargo.toml").toString();
        List<String> command =
                List.of(
                        "cargo",
                        "build",
                        "--quiet",
                        "--locked",
                        "--manifest-path",
                        manifest,
                        "--target-dir",
                        target.toString());
        run(new ProcessBuilder(command));
        program = target.resolve("debug").resolve("segments");
        journal = directory.resolve("journal");
        archive = Files.createDirectories(directory.resolve("archive"));
        archived = Files.createDirectories(directory.resolve("archived"));
        exported = directory.resolve("exported");
        schema = directory.resolve("schema");
    }

    private static void requireRust() throws Exception {
        String version;
        try {
            version = run(new ProcessBuilder("cargo", "--version"));
        } catch (IOException e) {
            abort("skipped: there is no cargo; install Rust 1." + OLDEST_RUST + " or later");
            throw new IllegalStateException(e);
        }
        Matcher numbers = Pattern.compile("cargo 1\\.(\\d+)\\..*", Pattern.DOTALL).matcher(version);
        assumeTrue(
                numbers.matches() && Integer.parseInt(numbers.group(1)) >= OLDEST_RUST,
                "skipped: cqlite-core needs Rust 1.%d, not %s".formatted(OLDEST_RUST, version));
    }

    @Test
    void anIndependentReaderFindsEveryMutation() throws Exception {
        writeAndKill();
        assertThat(verb("export", journal, exported).exitCode()).isZero();
        // The command may outlive the node, and add to the archive.
        for (Path each : segments(archive))
            Files.copy(each, archived.resolve(each.getFileName().toString()));

        Found inExport = cqlite(exported);
        Found inArchive = cqlite(archived);
        List<String> ours = ours();
        System.out.printf(
                "%d mutations in the journal; cqlite-core finds %d in %d exported files, and %d in"
                        + " %d archived ones%n",
                ours.size(),
                inExport.mutations().size(),
                inExport.ends().size(),
                inArchive.mutations().size(),
                inArchive.ends().size());
        assertThat(inExport.mutationsOfTheJournal()).isNotEmpty().isEqualTo(ours);
        assertThat(inExport.mutations()).isEqualTo(stock(exported));
        assertThat(inArchive.mutations()).isNotEmpty().isEqualTo(stock(archived));
        assertThat(ofSegmentsIn(inArchive.mutationsOfTheJournal(), ours))
                .isNotEmpty()
                .isEqualTo(ofSegmentsIn(ours, inArchive.mutations()));
        requireRowsAndTables(inExport, inArchive);
        noticesWhatIsMissing(ours);
    }

    private NodeSettings settings() {
        return CassandraNode.at(directory.resolve("node"))
                .address(ADDRESS)
                .heap("512M")
                .shortLived()
                .profile(NodeProfile.DEFAULT) // version 7; cqlite-core refuses version 8
                .setting("commitlog_segment_size", "4MiB")
                .agent(new Build().agent())
                .firesteel("journal_path", journal);
    }

    private void writeAndKill() throws Exception {
        assertThat(verb("format", "--size", "129MiB", "--segment-size", "4MiB", journal).exitCode())
                .isZero();
        archiveWholeFiles();
        try (CassandraNode node = settings().start().awaitReady(PATIENCE);
                CqlSession session = LabSession.openAlone(node.contactPoint())) {
            session.execute(
                    "CREATE KEYSPACE k WITH replication = "
                            + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute("CREATE TABLE k.t (id int PRIMARY KEY, v text)");
            session.execute("CREATE TABLE k.large (id int, c int, v text, PRIMARY KEY (id, c))");
            new MixedScript(session, ROUNDS).run();
            for (int id = 0; id < ROWS; id++)
                session.execute("INSERT INTO k.t (id, v) VALUES (?, ?)", id, "v" + id);
            int before = segments(archive).size();
            for (int id = 0; id < LARGE_ROWS; id++)
                session.execute(
                        "INSERT INTO k.large (id, c, v) VALUES (?, 0, ?)",
                        id,
                        "x".repeat(LARGE_BYTES));
            writeSchema(session);
            await().atMost(PATIENCE).until(() -> segments(archive).size() >= before + 2);
            node.kill();
        }
    }

    /** Lets a file appear in the archive when all of it is there, so that a kill leaves no half. */
    private void archiveWholeFiles() throws IOException {
        Path script = directory.resolve("archive.sh");
        Files.writeString(
                script,
                "cp \"$1\" %1$s/part && mv %1$s/part \"%1$s/$2\"\n".formatted(archive.toString()));
        Files.writeString(
                Files.createDirectories(settings().directory().conf())
                        .resolve("commitlog_archiving.properties"),
                "archive_command=/bin/sh " + script + " %path %name\n");
    }

    private void writeSchema(CqlSession session) throws IOException {
        Map<String, String> ids = new HashMap<>();
        for (String kind : List.of("table", "view"))
            for (Row row :
                    session.execute(
                            "SELECT keyspace_name, %1$s_name, id FROM system_schema.%1$ss"
                                    .formatted(kind)))
                ids.put(row.getString(0) + "\t" + row.getString(1), row.getUuid(2) + "");
        List<String> lines = new ArrayList<>();
        for (Row row :
                session.execute(
                        "SELECT keyspace_name, table_name, kind, column_name, type"
                                + " FROM system_schema.columns")) {
            String table = row.getString(0) + "\t" + row.getString(1);
            lines.add(
                    String.join(
                            "\t",
                            ids.get(table),
                            table,
                            row.getString(2),
                            row.getString(3),
                            row.getString(4)));
        }
        Files.write(schema, lines);
    }

    private List<String> ours() throws IOException {
        List<String> found = new ArrayList<>();
        JournalReader.read(
                journal,
                new ReplayHandler() {
                    @Override
                    public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {
                        byte[] mutation = new byte[entry.remaining()];
                        entry.duplicate().get(mutation);
                        found.add(StockSegments.line(segment.id(), end, mutation));
                    }

                    @Override
                    public void damage(Damage damage) {
                        throw new AssertionError(damage);
                    }
                });
        return found;
    }

    private List<String> stock(Path segments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Jvm.moduleOptions());
        command.add("-Dcassandra.config=file://" + configuration());
        command.add("-cp");
        command.add(
                Path.of("target", "test-classes").toAbsolutePath()
                        + ":"
                        + CassandraRelease.newest().lib()
                        + "/*");
        command.add(StockSegments.class.getName());
        command.add(segments.toString());
        return run(new ProcessBuilder(command))
                .lines()
                .filter(line -> line.startsWith(StockSegments.MUTATION))
                .map(line -> line.substring(StockSegments.MUTATION.length()))
                .toList();
    }

    private Path configuration() {
        return settings().directory().conf().resolve("cassandra.yaml");
    }

    private Found cqlite(Path segments) throws Exception {
        List<String> command =
                List.of(program.toString(), "--schema", schema.toString(), segments.toString());
        Found found =
                new Found(
                        run(new ProcessBuilder(command))
                                .lines()
                                .map(line -> line.split(" ", -1))
                                .toList());
        assertThat(found.ends()).hasSameSizeAs(segments(segments)).containsOnly("clean");
        return found;
    }

    /** Returns the lines whose segments are among those of other lines. */
    private static List<String> ofSegmentsIn(List<String> lines, List<String> others) {
        Set<String> segments =
                others.stream().map(CqliteIT::segment).collect(Collectors.toUnmodifiableSet());
        return lines.stream().filter(line -> segments.contains(segment(line))).toList();
    }

    private static String segment(String line) {
        return line.substring(0, line.indexOf(' '));
    }

    private void requireRowsAndTables(Found... found) throws IOException {
        assertThat(
                        Arrays.stream(found)
                                .flatMap(Found::rows)
                                .distinct()
                                .map(row -> row.replaceFirst("\\d+ \\d+ ", "")))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, ROWS).mapToObj(CqliteIT::row).toList());
        Set<String> written = new TreeSet<>();
        for (String line : Files.readAllLines(schema)) {
            String[] words = line.split("\t", -1);
            if (Set.of("k", "mixed").contains(words[1])) written.add(words[1] + "." + words[2]);
        }
        Set<String> tables =
                Arrays.stream(found)
                        .flatMap(each -> each.tables().stream())
                        .collect(Collectors.toSet());
        assertThat(written).hasSize(17); // 14 tables and a view of the script, and two here
        assertThat(tables).containsAll(written);
    }

    private static String row(int id) {
        String value = HexFormat.of().formatHex(("v" + id).getBytes(StandardCharsets.US_ASCII));
        return "%08x v=%s".formatted(id, value);
    }

    /** Checks that the comparison fails for a file without one mutation, a flipped bit, a cut. */
    private void noticesWhatIsMissing(List<String> ours) throws Exception {
        Path sound = segments(exported).get(0);
        byte[] content = Files.readAllBytes(sound);
        String id = sound.getFileName().toString().replaceAll(".*-|\\.log", "");
        List<String> inIt = ours.stream().filter(each -> segment(each).equals(id)).toList();
        String[] middle = inIt.get(inIt.size() / 2).split(" ", -1);
        int end = Integer.parseInt(middle[1]);
        int bytes = Integer.parseInt(middle[2]) + ENTRY_OVERHEAD;

        ByteBuffer without = ByteBuffer.allocate(content.length - bytes);
        without.put(content, 0, end - bytes).put(content, end, content.length - end);
        without.putInt(MARKER_OFFSET, without.capacity());
        Found found = cqlite(alone(sound, without.array()));
        assertThat(found.mutations()).hasSize(inIt.size() - 1);
        assertThatThrownBy(() -> assertThat(found.mutationsOfTheJournal()).isEqualTo(inIt))
                .isInstanceOf(AssertionError.class);

        byte[] flipped = content.clone();
        flipped[end - 5] ^= 1; // the last byte of the mutation
        assertThatThrownBy(() -> cqlite(alone(sound, flipped)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("record body CRC mismatch at offset " + (end - bytes));

        byte[] cut = Arrays.copyOf(content, content.length - 1);
        assertThatThrownBy(() -> cqlite(alone(sound, cut)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("truncated");
    }

    /** Puts a file of that name and this content into a directory of its own. */
    private Path alone(Path file, byte[] content) throws IOException {
        Path alone = Files.createTempDirectory(directory, "alone");
        Files.write(alone.resolve(file.getFileName()), content);
        return alone;
    }

    private static List<Path> segments(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
        }
    }

    /** Returns the standard output of a command that must end with 0. */
    private static String run(ProcessBuilder command) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("cqlite", ".err");
        try {
            Process process = command.redirectError(errors.toFile()).start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor())
                    .as("%s: %s", command.command(), Files.readString(errors))
                    .isZero();
            return output;
        } finally {
            Files.delete(errors);
        }
    }

    private static Spoken verb(Object... words) {
        return Spoken.by(
                Stream.concat(Stream.of("journal"), Arrays.stream(words).map(Object::toString))
                        .toArray(String[]::new));
    }
}
