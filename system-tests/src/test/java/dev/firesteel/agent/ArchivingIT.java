// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.CassandraRelease;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Restores segments archived by Firesteel to a point in time: with Cassandra alone, and with
 * Firesteel.
 */
class ArchivingIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String LARGE = "x".repeat(200_000);
    private static final int LARGE_ROWS = 60;

    /** Mutations have timestamps that the test sets; those of the schema are earlier. */
    private final Instant pointInTime =
            Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS); // owns clock

    private final List<Integer> expected = new ArrayList<>();

    @TempDir Path directory;
    private Path archive;
    private Path backup;

    @BeforeEach
    void makeDirectories() throws IOException {
        archive = Files.createDirectories(directory.resolve("archive"));
        backup = directory.resolve("backup");
        Files.createDirectories(directory.resolve("node/conf"));
    }

    private void configure(String properties) throws IOException {
        Files.writeString(
                directory.resolve("node/conf/commitlog_archiving.properties"), properties);
    }

    @ParameterizedTest
    @Tag("full")
    @MethodSource("dev.firesteel.node.Releases#both")
    void whatIsArchivedIsRestoredUpToThePointInTime(String version) throws Exception {
        FiresteelNode firesteel = node(version, "127.0.2.30");
        configure("archive_command=/bin/cp -f %path " + archive + "/%name\n");
        isBackedUp(firesteel);
        archivesWhatItLeavesAndIsKilled(firesteel);
        archivesWhatTheKilledNodeHadNot(firesteel);
        configure(
                "restore_command=/bin/cp -f %from %to\nrestore_directories="
                        + archive
                        + "\nrestore_point_in_time="
                        + DateTimeFormatter.ofPattern("yyyy:MM:dd HH:mm:ss")
                                .withZone(ZoneOffset.UTC)
                                .format(pointInTime)
                        + "\n");
        isNotRestoredWhileASegmentWaits(firesteel);
        isRestored(firesteel, firesteel.stock());
        Files.copy(
                firesteel.commitLog().resolve(NodeIdentity.NAME),
                archive.resolve(NodeIdentity.NAME));
        new StartGuardFile(archive).place();
        isRestored(firesteel, firesteel.settings());
        reportsWhatAPointInTimeThatIsStillSetLeavesOut(firesteel);
    }

    /** The command ends at once while a file exists, and never otherwise. */
    @Test
    @Tag("full")
    void aCommandThatHangsHoldsUpNoStartAndEndsWithTheNode() throws Exception {
        FiresteelNode firesteel = node(CassandraRelease.newest().version(), "127.0.2.44");
        Path works = Files.createFile(directory.resolve("works"));
        Path pid = directory.resolve("pid");
        Path script =
                Files.writeString(
                        directory.resolve("hang.sh"),
                        "[ -e %s ] && exit 0\necho $$ > %s\nsleep 1000\n".formatted(works, pid));
        configure("archive_command=/bin/sh " + script + " %path\n");
        try (CassandraNode node = firesteel.start()) {
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
        assertThat(firesteel.log()).contains("may start with or without Firesteel");
        Files.delete(works);
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            assertThat(pid).as("a start after a drain archives nothing").doesNotExist();
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
        assertThat(firesteel.log())
                .contains("Waiting for archive_command: 1 segments in ")
                .contains(" now: 10 s of at most 60 s have passed")
                .contains("The journal is drained, but 1 segments wait for archive_command");
        assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())))
                .as("the command has ended with the node")
                .isNotPresent();
    }

    /** The command ends once a file exists. */
    @Test
    void theMBeanNamesTheSegmentsWhoseCommandRuns() throws Exception {
        FiresteelNode firesteel = node(CassandraRelease.newest().version(), "127.0.2.43");
        Path done = directory.resolve("done");
        Path script =
                Files.writeString(
                        directory.resolve("wait.sh"),
                        "until [ -e %s ]; do sleep 0.1; done\n".formatted(done));
        configure("archive_command=/bin/sh " + script + "\n");
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            for (int id = 0; id < LARGE_ROWS; id++) insertBefore(session, id, LARGE);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(archivingNames(node)).isNotEmpty());
            assertThat(archivingNames(node))
                    .isEqualTo(
                            segments(firesteel.commitLog().resolve(SegmentArchive.DIRECTORY))
                                    .stream()
                                    .map(file -> file.getFileName().toString())
                                    .sorted()
                                    .toList());
            Files.createFile(done);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(archivingNames(node)).isEmpty());
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
    }

    private FiresteelNode node(String version, String address) throws IOException {
        return new FiresteelNode(directory.resolve("node"), version, address).formatted();
    }

    private static List<?> archivingNames(CassandraNode node) throws Exception {
        try (JMXConnector management = node.management()) {
            return (List<?>)
                    management
                            .getMBeanServerConnection()
                            .getAttribute(
                                    new ObjectName("org.apache.cassandra.db:type=Commitlog"),
                                    "ArchivingSegmentNames");
        }
    }

    private void isBackedUp(FiresteelNode firesteel) throws Exception {
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            FiresteelNode.insert(session, "k.t", 0, 10);
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
        IntStream.range(0, 10).forEach(expected::add);
        copy(firesteel.root.resolve("data"), backup);
        clear(archive);
    }

    private void archivesWhatItLeavesAndIsKilled(FiresteelNode firesteel) throws Exception {
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            for (int id = 100; id < 100 + LARGE_ROWS; id++) insertBefore(session, id, LARGE);
            await().atMost(PATIENCE).until(this::hasArchivedRows);
            insertAfter(session, 200);
            insertBefore(session, 300, "small");
            node.kill();
        }
    }

    private boolean hasArchivedRows() throws IOException {
        for (Path file : segments(archive)) if (Files.size(file) > LARGE.length()) return true;
        return false;
    }

    private void archivesWhatTheKilledNodeHadNot(FiresteelNode firesteel) throws Exception {
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            insertAfter(session, 400);
            insertBefore(session, 500, "small");
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
        assertThat(segments(firesteel.commitLog().resolve(SegmentArchive.DIRECTORY))).isEmpty();
        assertThat(firesteel.poison()).doesNotExist();
    }

    private static void isNotRestoredWhileASegmentWaits(FiresteelNode firesteel) throws Exception {
        Path waiting =
                Files.createDirectories(firesteel.commitLog().resolve(SegmentArchive.DIRECTORY))
                        .resolve("CommitLog-8-1.log");
        Files.writeString(waiting, "x");
        try (CassandraNode node = firesteel.settings().start()) {
            node.onExit().get(2, TimeUnit.MINUTES);
            assertThat(node.exitCode()).isNotZero();
            assertThat(Files.readString(node.logFile()))
                    .contains("1 segments in " + waiting.getParent() + " have not been archived");
        }
        Files.delete(waiting);
    }

    private void isRestored(FiresteelNode firesteel, NodeSettings settings) throws Exception {
        clear(firesteel.root.resolve("data"));
        copy(backup, firesteel.root.resolve("data"));
        for (Path file : segments(firesteel.commitLog())) Files.delete(file);
        try (CassandraNode node = settings.start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(expected);
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
    }

    private void reportsWhatAPointInTimeThatIsStillSetLeavesOut(FiresteelNode firesteel)
            throws Exception {
        assertThat(firesteel.log())
                .contains("restore_point_in_time is set in commitlog_archiving.properties")
                .doesNotContain("the replay left out");
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            insertAfter(session, 600);
            insertBefore(session, 700, "small");
            node.kill();
        }
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(expected);
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
        assertThat(firesteel.log()).contains("the replay left out 1 mutations of the journal");
    }

    private void insertBefore(CqlSession session, int id, String value) {
        insert(session, id, value, pointInTime.minusMillis(1));
        expected.add(id);
    }

    private void insertAfter(CqlSession session, int id) {
        insert(session, id, "late", pointInTime.plusMillis(1));
    }

    private static void insert(CqlSession session, int id, String value, Instant time) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, time);
        session.execute(
                "INSERT INTO k.t (id, v) VALUES (?, ?) USING TIMESTAMP " + micros, id, value);
    }

    private static List<Path> segments(Path directory) throws IOException {
        if (!Files.exists(directory)) return List.of();
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".log")).toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path each : tree(from)) {
            Path target = to.resolve(from.relativize(each));
            if (Files.isDirectory(each)) Files.createDirectories(target);
            else Files.copy(each, target);
        }
    }

    /** Deletes the content, but not the directory. */
    private static void clear(Path directory) throws IOException {
        List<Path> all = new ArrayList<>(tree(directory));
        all.remove(directory);
        all.sort(Comparator.reverseOrder());
        for (Path each : all) Files.delete(each);
    }

    private static List<Path> tree(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.toList();
        }
    }
}
