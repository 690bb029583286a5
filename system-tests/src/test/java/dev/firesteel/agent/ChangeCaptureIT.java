// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.export.CdcDirectory;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.CassandraRelease;
import dev.firesteel.node.Jvm;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.management.Attribute;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests a consumer written for stock Cassandra next to a node with Firesteel. */
class ChangeCaptureIT {
    private static final String ADDRESS = "127.0.2.31";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String LARGE = "x".repeat(100_000);
    private static final int SEGMENTS_OF_SPACE = 4;

    @TempDir Path directory;

    /** A consumer in a separate process. */
    private record Consumer(Process process, Path output) implements AutoCloseable {
        static Consumer of(FiresteelNode node) throws IOException {
            Path output = node.root.resolve("consumer.txt");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(Jvm.moduleOptions());
            command.add("-Dcassandra.config=file://" + node.root.resolve("conf/cassandra.yaml"));
            command.add("-cp");
            command.add(
                    Path.of("target", "test-classes").toAbsolutePath()
                            + ":"
                            + CassandraRelease.newest().lib()
                            + "/*");
            command.add(CdcConsumer.class.getName());
            command.add(node.root.resolve("cdc_raw").toString());
            Process process =
                    new ProcessBuilder(command)
                            .redirectOutput(output.toFile())
                            .redirectError(node.root.resolve("consumer.err").toFile())
                            .start();
            return new Consumer(process, output);
        }

        void requireAlive() throws IOException {
            if (!process.isAlive())
                throw new AssertionError(
                        "the consumer has ended: "
                                + Files.readString(output.resolveSibling("consumer.err")));
        }

        private List<String> lines(String beginning) throws IOException {
            requireAlive();
            return Files.readAllLines(output).stream()
                    .filter(line -> line.startsWith(beginning))
                    .map(line -> line.substring(beginning.length()))
                    .toList();
        }

        /** Returns the identifiers of rows, in the order of consumption. */
        List<Integer> seen() throws IOException {
            return lines(CdcConsumer.ROW).stream()
                    .map(line -> Integer.valueOf(line.substring(0, line.indexOf(' '))))
                    .toList();
        }

        /** Returns the consumed rows. */
        List<String> rows() throws IOException {
            return lines(CdcConsumer.ROW);
        }

        List<String> completed() throws IOException {
            return lines(CdcConsumer.COMPLETED);
        }

        @Override
        public void close() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }

    private static NodeSettings capturing(NodeSettings settings) {
        return settings.setting("cdc_enabled", true);
    }

    private static void createTables(CqlSession session) {
        session.execute(
                "CREATE KEYSPACE k WITH replication = "
                        + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute(CdcConsumer.TABLE + " AND id = " + CdcConsumer.TABLE_ID);
        session.execute("CREATE TABLE k.u (id int PRIMARY KEY, v text)");
    }

    @ParameterizedTest
    @MethodSource("dev.firesteel.node.Releases#ofTier")
    void aConsumerOfStockSeesEachRowOnceThroughAKillAndAStart(String version) throws Exception {
        FiresteelNode firesteel = new FiresteelNode(directory, version, ADDRESS).formatted();
        try (Consumer consumer = beforeAKill(firesteel, firesteel.settings())) {
            try (CassandraNode node =
                            capturing(firesteel.settings())
                                    .start()
                                    .awaitReady(FiresteelNode.PATIENCE);
                    CqlSession session = FiresteelNode.connect(node)) {
                FiresteelNode.insert(session, "k.t", 160, 200);
                node.drainAndStop(FiresteelNode.PATIENCE);
            }
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> {
                                consumer.requireAlive();
                                assertThat(indexes(firesteel)).as(firesteel.log()).isEmpty();
                            });
            assertThat(consumer.seen()).isEqualTo(IntStream.range(0, 200).boxed().toList());
            assertThat(consumer.rows())
                    .element(199)
                    .asString()
                    .contains("v199")
                    .doesNotContain(LARGE);
            assertThat(consumer.rows()).element(60).asString().contains(LARGE);
            assertThat(consumer.completed()).hasSizeGreaterThan(2);
        }
        assertThat(firesteel.poison()).doesNotExist();
    }

    /** Returns the existing index files with their contents. */
    private static List<String> indexes(FiresteelNode node) throws IOException {
        List<String> texts = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(node.root.resolve("cdc_raw"), "*.idx")) {
            for (Path each : files) texts.add(each + ": " + Files.readString(each));
        } catch (NoSuchFileException e) {
            texts.add("one that goes just now"); // look again
        }
        return texts;
    }

    private static Consumer beforeAKill(FiresteelNode firesteel, NodeSettings settings)
            throws Exception {
        try (CassandraNode node = capturing(settings).start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            createTables(session);
            Consumer consumer = Consumer.of(firesteel);
            FiresteelNode.insert(session, "k.t", 0, 50);
            FiresteelNode.insert(session, "k.u", 1000, 1050);
            await().atMost(PATIENCE).until(() -> consumer.seen().size() >= 50);
            FiresteelNode.insert(session, "k.t", 50, 60);
            for (int id = 60; id < 160; id++) insertLarge(session, "k.t", id); // 10 MB
            node.kill();
            return consumer;
        }
    }

    private static void insertLarge(CqlSession session, String table, int id) {
        session.execute("INSERT INTO " + table + " (id, v) VALUES (?, ?)", id, LARGE);
    }

    @Test
    @Tag("full")
    void rowsComeAgainIfTheirFilesAreRemovedUnderTheNode() throws Exception {
        FiresteelNode firesteel =
                new FiresteelNode(directory, Releases.newest(), "127.0.2.45").formatted();
        try (CassandraNode node =
                        capturing(firesteel.settings()).start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            createTables(session);
            FiresteelNode.insert(session, "k.t", 0, 20);
            await().atMost(PATIENCE).until(() -> indexes(firesteel).size() == 1);
            removeCaptured(firesteel);
            FiresteelNode.insert(session, "k.t", 20, 40);
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
        assertThat(firesteel.log()).contains("was removed from " + firesteel.root + "/cdc_raw");
        try (Consumer consumer = Consumer.of(firesteel)) {
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> {
                                consumer.requireAlive();
                                assertThat(indexes(firesteel)).isEmpty();
                            });
            assertThat(consumer.seen()).isEqualTo(IntStream.range(0, 40).boxed().toList());
        }
    }

    private static void removeCaptured(FiresteelNode node) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(node.root.resolve("cdc_raw"))) {
            for (Path each : files) Files.delete(each);
        }
    }

    @Test
    @Tag("full")
    void whereNobodyConsumesWritesAreRejectedOrTheOldestFilesDeleted() throws Exception {
        FiresteelNode firesteel =
                new FiresteelNode(directory, Releases.newest(), ADDRESS).formatted();
        long space = (long) SEGMENTS_OF_SPACE * FiresteelNode.SEGMENT_BYTES;
        NodeSettings settings =
                capturing(firesteel.settings()).setting("cdc_total_space", (space >> 20) + "MiB");
        CdcDirectory files = new CdcDirectory(firesteel.root.resolve("cdc_raw"));
        try (CassandraNode node = settings.start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node);
                JMXConnector management = node.management()) {
            createTables(session);
            int accepted = acceptedUntilRejected(session);
            assertThat(accepted).isGreaterThan(100);
            assertThat(files.bytes()).isLessThanOrEqualTo(space + FiresteelNode.SEGMENT_BYTES);
            insertLarge(session, "k.u", 1);
            assertThat(firesteel.log()).contains("the table has cdc = true, and there would be");
            setBlockWrites(management, false);
            for (int id = 2000; id < 2400; id++) insertLarge(session, "k.t", id); // 40 MB
            await().atMost(PATIENCE).until(() -> files.bytes() <= space);
            assertThat(firesteel.log()).contains("Deleted the oldest");
            setBlockWrites(management, true);
            try (Consumer consumer = Consumer.of(firesteel)) { // frees space
                await().atMost(PATIENCE).until(() -> isAccepted(session, 3000));
                await().atMost(PATIENCE).until(() -> consumer.seen().contains(3000));
                assertThat(consumer.seen()).doesNotContain(0);
            }
        }
    }

    /**
     * Returns the number of accepted rows before a rejection; asserts that the next is rejected,
     * too.
     */
    private static int acceptedUntilRejected(CqlSession session) throws InterruptedException {
        int accepted = 0;
        while (isAccepted(session, accepted)) {
            accepted++;
            Thread.sleep(1); // about 100 MB/s: at most one segment comes between two checks
        }
        assertThatThrownBy(() -> insertLarge(session, "k.t", 1500))
                .isInstanceOf(DriverException.class);
        return accepted;
    }

    private static boolean isAccepted(CqlSession session, int id) {
        try {
            insertLarge(session, "k.t", id);
            return true;
        } catch (DriverException e) {
            return false;
        }
    }

    private static void setBlockWrites(JMXConnector management, boolean blocks) throws Exception {
        management
                .getMBeanServerConnection()
                .setAttribute(
                        new ObjectName("org.apache.cassandra.db:type=Commitlog"),
                        new Attribute("CDCBlockWrites", blocks));
    }
}
