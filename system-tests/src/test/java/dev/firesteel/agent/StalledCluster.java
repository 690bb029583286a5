// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import dev.firesteel.node.Sessions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/**
 * Three nodes with three replicas of each row. The log of the first node is on a {@link LogDrive}.
 * Each node has a session that sends requests to it alone.
 */
final class StalledCluster implements AutoCloseable {
    static final String DONE = "done";
    static final String NO_ANSWER = "no answer";

    /** Long enough for a busy machine to answer requests that do not need the drive. */
    private static final String WRITE_TIMEOUT = "5s";

    /** Later than every timeout of Cassandra. */
    private static final Duration LATEST = Duration.ofSeconds(20);

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration GOSSIP = Duration.ofSeconds(1);

    final LogDrive drive;
    private final List<NodeSettings> settings = new ArrayList<>();
    private final List<CassandraNode> nodes = new ArrayList<>();
    private final List<CqlSession> sessions = new ArrayList<>();

    private StalledCluster(LogDrive drive) {
        this.drive = drive;
    }

    /**
     * Starts the nodes, and creates {@code k.t}.
     *
     * @param addresses of the three nodes
     * @param log of all nodes
     */
    static StalledCluster start(Path directory, List<String> addresses, TestedLog log)
            throws Exception {
        StalledCluster cluster = new StalledCluster(LogDrive.in(directory));
        try {
            for (String address : addresses) cluster.add(directory, address, log);
            cluster.createTable(addresses);
            return cluster;
        } catch (Exception | Error e) {
            cluster.close();
            throw e;
        }
    }

    private void add(Path directory, String address, TestedLog log) throws Exception {
        int number = nodes.size() + 1;
        Path root = Files.createDirectories(directory.resolve("node" + number));
        FiresteelNode node = new FiresteelNode(root, Releases.newest(), address);
        if (number > 1 && log == TestedLog.JOURNAL) node.formatted();
        NodeSettings one = number == 1 ? drive.settings(node, log) : log.settings(node);
        one.setting("write_request_timeout", WRITE_TIMEOUT)
                .setting("cas_contention_timeout", WRITE_TIMEOUT)
                .setting("commit_failure_policy", "stop_commit");
        if (number > 1) one.seeds(settings.get(0).address());
        settings.add(one);
        nodes.add(one.start());
        nodes.get(number - 1).awaitReady(FiresteelNode.PATIENCE);
        sessions.add(connect(nodes.get(number - 1)));
    }

    private static CqlSession connect(CassandraNode node) {
        return Sessions.connectToAlone(
                node,
                Sessions.options()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                        .withDuration(DefaultDriverOption.HEARTBEAT_INTERVAL, Duration.ofHours(1))
                        .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, GOSSIP));
    }

    private void createTable(List<String> addresses) throws Exception {
        for (int from = 0; from < addresses.size(); from++)
            for (int of = 0; of < addresses.size(); of++) awaitSeen(from, of, true);
        CqlSession session = sessions.get(0);
        session.execute(
                "CREATE KEYSPACE k WITH replication = "
                        + "{'class': 'SimpleStrategy', 'replication_factor': 3}");
        session.execute("CREATE TABLE k.t (id int PRIMARY KEY, v text)");
        await().atMost(PATIENCE).until(this::firstHasHeardOfTheSchema);
    }

    /**
     * Returns whether the first node has seen the new schema at all peers. Its gossip writes that
     * to the commit log. Without this wait, a stall would block gossip, and the others would mark
     * the node as down.
     */
    private boolean firstHasHeardOfTheSchema() {
        String versions = "SELECT schema_version FROM system.";
        List<Row> peers = sessions.get(0).execute(versions + "peers_v2").all();
        UUID local = sessions.get(0).execute(versions + "local").one().getUuid(0);
        return peers.size() == nodes.size() - 1
                && peers.stream().allMatch(peer -> Objects.equals(peer.getUuid(0), local));
    }

    CassandraNode node(int number) {
        return nodes.get(number);
    }

    /** Waits until a node marks another one as up, or down. */
    void awaitSeen(int from, int of, boolean up) throws Exception {
        try (JMXConnector management = nodes.get(from).management()) {
            ObjectName service = new ObjectName("org.apache.cassandra.db:type=StorageService");
            String name = up ? "LiveNodes" : "UnreachableNodes";
            await().atMost(PATIENCE)
                    .until(
                            () ->
                                    ((List<?>)
                                                    management
                                                            .getMBeanServerConnection()
                                                            .getAttribute(service, name))
                                            .contains(settings.get(of).address()));
        }
    }

    /**
     * Cuts the power of the first node's drive, kills the node, and restarts it on the remaining
     * content.
     */
    void powerCycleFirst() throws Exception {
        ProcessHandle.of(nodes.get(0).pid()).orElseThrow().destroyForcibly();
        // The process ends once none of its threads waits for the drive.
        drive.fail();
        nodes.get(0).kill();
        sessions.get(0).close();
        drive.replace();
        nodes.set(0, settings.get(0).start().awaitReady(FiresteelNode.PATIENCE));
        sessions.set(0, connect(nodes.get(0)));
    }

    CompletableFuture<AsyncResultSet> send(int through, String cql, ConsistencyLevel level) {
        return sessions.get(through).executeAsync(statement(cql, level)).toCompletableFuture();
    }

    CompletableFuture<AsyncResultSet> insert(int through, int id, ConsistencyLevel level) {
        return send(through, "INSERT INTO k.t (id, v) VALUES (%d, 'x')".formatted(id), level);
    }

    List<Integer> ids(int through, ConsistencyLevel level) {
        return sessions.get(through).execute(statement("SELECT id FROM k.t", level)).all().stream()
                .map(row -> row.getInt(0))
                .toList();
    }

    private static SimpleStatement statement(String cql, ConsistencyLevel level) {
        return SimpleStatement.newInstance(cql)
                .setConsistencyLevel(level)
                .setSerialConsistencyLevel(ConsistencyLevel.SERIAL);
    }

    /** Waits for a request, and returns its outcome in a few words. */
    static String outcome(CompletableFuture<AsyncResultSet> request) throws Exception {
        try {
            return request.get(LATEST.toSeconds(), TimeUnit.SECONDS).wasApplied()
                    ? DONE
                    : "not applied";
        } catch (TimeoutException e) {
            return NO_ANSWER;
        } catch (ExecutionException e) {
            return e.getCause() instanceof WriteTimeoutException timeout
                    ? "%s timeout, %d of %d"
                            .formatted(
                                    timeout.getWriteType(),
                                    timeout.getReceived(),
                                    timeout.getBlockFor())
                    : String.valueOf(e.getCause());
        }
    }

    /** The number of hints that a node has written since its start. */
    long hints(int node) throws Exception {
        try (JMXConnector management = nodes.get(node).management()) {
            ObjectName hints =
                    new ObjectName("org.apache.cassandra.metrics:type=Storage,name=TotalHints");
            return (Long) management.getMBeanServerConnection().getAttribute(hints, "Count");
        }
    }

    /** Makes a node write no hints from now on. */
    void disableHints(int node) throws Exception {
        try (JMXConnector management = nodes.get(node).management()) {
            management
                    .getMBeanServerConnection()
                    .setAttribute(
                            new ObjectName("org.apache.cassandra.db:type=StorageProxy"),
                            new javax.management.Attribute("HintedHandoffEnabled", false));
        }
    }

    @Override
    public void close() throws Exception {
        sessions.forEach(CqlSession::close);
        // A node that waits for its drive ends once the drive has failed.
        drive.fail();
        nodes.forEach(CassandraNode::close);
        drive.close();
    }
}
