// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import dev.firesteel.lab.TestJournal;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.lab.drive.NodeFiles.Harm;
import dev.firesteel.lab.drive.RecordedNode.FileSystem;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Sessions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts the power at every flush of a node's drive, and looks at the files beside the log that a
 * start relies on.
 */
class NodeFilesIT {
    private static final String ADDRESS = "127.0.74.1";
    private static final int SSTABLES = 4;
    private static final int ROWS = 200;

    /** Maximum number of power cuts a harm at which a node is started. */
    private static final int KEPT = 2;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir Path directory;

    /** The flushes after which a file was harmed. */
    private final Map<Harm, Integer> harmed = new EnumMap<>(Harm.class);

    private int flushes;

    /** Places in the recording: before the changes, and when an operation had returned. */
    private long begun;

    private long compacted;
    private Set<String> output = Set.of();

    private boolean hadPaxosOnReturn;

    @BeforeEach
    void create() throws IOException {
        DriveSupport.assume();
        directory = directory.toRealPath();
    }

    @Test
    void aNodeWithTheAgentKeepsItsFilesOnXfs() throws Exception {
        assumeTrue(ShellCommand.exists("mkfs.xfs"), "skipped: mkfs.xfs is missing");
        keepsItsFiles(FileSystem.XFS);
    }

    @Test
    @Tag("full")
    void aNodeWithTheAgentKeepsItsFilesOnExt4() throws Exception {
        keepsItsFiles(FileSystem.EXT4);
    }

    private void keepsItsFiles(FileSystem fileSystem) throws Exception {
        Target target = TestJournal.inFile(directory.resolve("journal"));
        try (RecordedNode recorded = new RecordedNode(directory, fileSystem, ADDRESS)) {
            NodeSettings settings = recorded.settings();
            target.configure(settings);
            run(recorded, settings);
        }
        assertThat(flushes).isGreaterThan(30);
        assertThat(harmed).isEmpty();
    }

    /** Control, and the reason for {@code sync_files}. */
    @Test
    @Tag("full")
    void aStockNodeLosesRowsThatWereCompactedOnExt4() throws Exception {
        try (RecordedNode recorded = new RecordedNode(directory, FileSystem.EXT4, ADDRESS)) {
            run(recorded, recorded.settings());
            assertThat(harmed).containsKey(Harm.COMPACTED_ROWS);
            assertThat(starts(recorded, Harm.COMPACTED_ROWS)).allMatch(NodeFilesIT::lacksRows);
        }
    }

    @Test
    @Tag("full")
    void aStockNodeLosesRowsAndMetadataOnXfs() throws Exception {
        assumeTrue(ShellCommand.exists("mkfs.xfs"), "skipped: mkfs.xfs is missing");
        try (RecordedNode recorded = new RecordedNode(directory, FileSystem.XFS, ADDRESS)) {
            run(recorded, recorded.settings());
            assertThat(harmed)
                    .containsKeys(Harm.COMPACTED_ROWS, Harm.SSTABLE_METADATA, Harm.HEARTBEAT);
            assertThat(starts(recorded, Harm.COMPACTED_ROWS)).allMatch(NodeFilesIT::lacksRows);
            assertThat(starts(recorded, Harm.SSTABLE_METADATA)).containsOnly("0 rows");
        }
    }

    /** Returns whether a start refuses the logs of SSTable transactions, or has lost rows. */
    private static boolean lacksRows(String outcome) {
        if (outcome.contains("failed to read transaction log")) return true;
        return outcome.endsWith(" rows") && !outcome.equals(SSTABLES * ROWS + " rows");
    }

    /** Starts a node at each kept power cut that did a harm, and returns the outcomes. */
    private List<String> starts(RecordedNode recorded, Harm harm) throws Exception {
        List<String> outcomes = new ArrayList<>();
        for (int i = 1; i <= Math.min(harmed.getOrDefault(harm, 0), KEPT); i++)
            outcomes.add(start(recorded, image(harm, i)));
        System.out.println(harm + ": " + outcomes);
        return outcomes;
    }

    /** Lets a node change each kind of file, and cuts its power at each flush meanwhile. */
    private void run(RecordedNode recorded, NodeSettings settings) throws Exception {
        settings.setting("paxos_variant", "v2")
                .setting(
                        "startup_checks",
                        Map.of("check_data_resurrection", Map.of("enabled", true)))
                .jvmOption("-Dcheck_data_resurrection_heartbeat_period_milli=500");
        try (CassandraNode node = RecordedNode.start(settings)) {
            fill(node);
            node.drainAndStop(PATIENCE);
        }
        NodeFiles files = new NodeFiles(recorded.node());
        Set<String> old = files.dataFiles();
        assertThat(old).hasSize(SSTABLES);
        try (CassandraNode node = RecordedNode.start(settings)) {
            change(node, recorded);
            node.kill();
        }
        recorded.powerOff();
        recorded.eachFlush(begun, (found, place) -> look(recorded, found, place, old));
        if (!hadPaxosOnReturn) harmed.merge(Harm.PAXOS, 1, Integer::sum);
        System.out.println(flushes + " flushes; harm after: " + harmed);
    }

    private static CqlSession connect(CassandraNode node) {
        return Sessions.connect(
                node,
                Sessions.options()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE));
    }

    private static void fill(CassandraNode node) throws Exception {
        try (CqlSession session = connect(node);
                Management management = new Management(node)) {
            session.execute(
                    "CREATE KEYSPACE k WITH replication = "
                            + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute(
                    "CREATE TABLE k.t (id int PRIMARY KEY, v text) WITH compaction = "
                            + "{'class': 'SizeTieredCompactionStrategy', 'enabled': false}");
            session.execute("CREATE TABLE k.p (id int PRIMARY KEY, v text)");
            for (int i = 0; i < SSTABLES; i++) {
                for (int row = i * ROWS; row < (i + 1) * ROWS; row++)
                    session.execute("INSERT INTO k.t (id, v) VALUES (" + row + ", 'v')");
                management.storage("forceKeyspaceFlush", "k", new String[] {"t"});
            }
        }
    }

    private void change(CassandraNode node, RecordedNode recorded) throws Exception {
        try (CqlSession session = connect(node);
                Management management = new Management(node)) {
            for (int row = 0; row < ROWS; row++)
                session.execute("INSERT INTO k.p (id, v) VALUES (" + row + ", 'v') IF NOT EXISTS");
            session.execute("SELECT * FROM k.t WHERE id = 1");
            begun = recorded.sync();
            NodeFiles files = new NodeFiles(recorded.node());
            management.storage("forceKeyspaceCompaction", false, "k", new String[] {"t"});
            await().atMost(PATIENCE).until(() -> files.dataFiles().size() == 1);
            output = files.dataFiles();
            management.storage("forceKeyspaceFlush", "system", new String[] {"paxos"});
            compacted = recorded.recordedBytes();
            management.storage("mutateSSTableRepairedState", true, false, "k", List.of("t"));
            management.invoke("org.apache.cassandra.db:type=Caches", "saveCaches");
            session.execute("INSERT INTO k.t (id, v) VALUES (-1, 'v')");
            management.storage("forceKeyspaceFlush", "k", new String[] {"t"});
        }
    }

    private void look(RecordedNode recorded, Path node, long place, Set<String> old)
            throws IOException, InterruptedException {
        flushes++;
        NodeFiles files = new NodeFiles(node);
        if (place <= compacted) hadPaxosOnReturn = files.hasPaxos();
        for (Harm harm : files.harm(old, output, place > compacted)) {
            int number = harmed.merge(harm, 1, Integer::sum);
            if (number <= KEPT) recorded.keep(image(harm, number));
        }
    }

    private Path image(Harm harm, int number) {
        return directory.resolve(harm + "-" + number + ".img");
    }

    /** Starts a node on an image: returns the number of its rows, or why it does not start. */
    private static String start(RecordedNode recorded, Path image) throws Exception {
        List<String> outcome = new ArrayList<>();
        recorded.atImage(
                image,
                files -> {
                    try (CassandraNode node = RecordedNode.start(recorded.settings());
                            CqlSession session = connect(node)) {
                        String count = "SELECT COUNT(*) FROM k.t WHERE id >= 0 ALLOW FILTERING";
                        outcome.add(session.execute(count).one().getLong(0) + " rows");
                    } catch (NodeException e) {
                        outcome.add(String.valueOf(e.getMessage()));
                    }
                });
        return outcome.get(0);
    }

    /** The operations of a node's MBeans. */
    private static final class Management implements AutoCloseable {
        private final JMXConnector connector;
        private final MBeanServerConnection server;

        Management(CassandraNode node) throws Exception {
            connector = node.management();
            server = connector.getMBeanServerConnection();
        }

        void storage(String operation, Object... arguments) throws Exception {
            invoke("org.apache.cassandra.db:type=StorageService", operation, arguments);
        }

        void invoke(String bean, String operation, Object... arguments) throws Exception {
            String[] types = new String[arguments.length];
            for (int i = 0; i < types.length; i++) types[i] = type(arguments[i]);
            server.invoke(new ObjectName(bean), operation, arguments, types);
        }

        private static String type(Object argument) {
            if (argument instanceof Boolean) return "boolean";
            if (argument instanceof List) return List.class.getName();
            return argument.getClass().getName();
        }

        @Override
        public void close() throws IOException {
            connector.close();
        }
    }
}
