// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A keyspace of the probe's own on the measured cluster, whose rows all have the same replicas.
 * Rows are written through one of these, and read through another. Reads go to no more replicas
 * than they wait for, and differences are not repaired.
 */
final class ProbeTable implements AutoCloseable {
    static final String KEYSPACE = "firesteel_staleness";
    private static final String TABLE = KEYSPACE + ".probe";
    private static final int CANDIDATES = 1_000_000;

    private final CqlSession session;
    private final Quorum quorum;
    private final List<Node> replicas;
    private final List<String> keys;
    private final PreparedStatement insert;
    private final PreparedStatement select;

    private ProbeTable(CqlSession session, Quorum quorum, List<Node> replicas, List<String> keys) {
        this.session = session;
        this.quorum = quorum;
        this.replicas = replicas;
        this.keys = keys;
        insert = session.prepare("INSERT INTO " + TABLE + " (key, version) VALUES (?, ?)");
        select = session.prepare("SELECT version FROM " + TABLE + " WHERE key = ?");
    }

    /**
     * Creates the keyspace, after dropping an old one.
     *
     * @param keys the number of rows to find
     * @throws ProbeException if the cluster has too few nodes, or too few such rows
     */
    static ProbeTable create(CqlSession session, Quorum quorum, int keys) throws ProbeException {
        drop(session);
        try {
            return fill(session, quorum, keys);
        } catch (ProbeException | RuntimeException e) {
            drop(session);
            throw e;
        }
    }

    private static ProbeTable fill(CqlSession session, Quorum quorum, int keys)
            throws ProbeException {
        session.execute(
                ("CREATE KEYSPACE %s WITH replication = {'class':"
                                + " 'NetworkTopologyStrategy', '%s': %d}")
                        .formatted(KEYSPACE, datacenter(session), quorum.n()));
        createTable(session);
        List<String> found = new ArrayList<>();
        List<Node> replicas = replicas(session, key(0));
        if (replicas.size() < quorum.n())
            throw new ProbeException(
                    "The cluster has %d replicas of a row, not %d: it has too few nodes"
                            .formatted(replicas.size(), quorum.n()));
        for (int i = 0; i < CANDIDATES && found.size() < keys; i++)
            if (replicas(session, key(i)).equals(replicas)) found.add(key(i));
        if (found.size() < keys)
            throw new ProbeException(
                    ("Of %d rows only %d have the same replicas, and %d are needed:"
                                    + " give fewer clients")
                            .formatted(CANDIDATES, found.size(), keys));
        return new ProbeTable(session, quorum, replicas, found);
    }

    private static void createTable(CqlSession session) {
        String create =
                ("CREATE TABLE %s (key text PRIMARY KEY, version bigint) WITH speculative_retry ="
                                + " 'NEVER' AND additional_write_policy = 'NEVER' AND read_repair ="
                                + " 'NONE'")
                        .formatted(TABLE);
        try {
            // Prevents a snapshot when it is dropped.
            session.execute(create + " AND allow_auto_snapshot = false");
        } catch (QueryValidationException e) {
            // Releases before 5.0 do not have that option.
            session.execute(create);
        }
    }

    private static void drop(CqlSession session) {
        session.execute("DROP KEYSPACE IF EXISTS " + KEYSPACE);
    }

    private static String datacenter(CqlSession session) throws ProbeException {
        Row local = session.execute("SELECT data_center FROM system.local").one();
        String name = local == null ? null : local.getString(0);
        if (name == null) throw new ProbeException("The node does not report its data centre");
        return name;
    }

    private static String key(int index) {
        return "probe-" + index;
    }

    private static List<Node> replicas(CqlSession session, String key) throws ProbeException {
        TokenMap tokens =
                session.getMetadata()
                        .getTokenMap()
                        .orElseThrow(
                                () ->
                                        new ProbeException(
                                                "The cluster does not report its token ring"));
        return List.copyOf(
                tokens.getReplicas(
                        KEYSPACE, ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8))));
    }

    /** Returns the keys of the rows, all with the same replicas. */
    List<String> keys() {
        return keys;
    }

    /** Returns the address of the node through which rows are written: one of their replicas. */
    String writer() {
        return address(writing());
    }

    /** Returns the address of the node through which they are read: their first replica. */
    String reader() {
        return address(replicas.get(0));
    }

    private Node writing() {
        return replicas.get(1);
    }

    /** Returns a node's address among nodes. */
    private static String address(Node node) {
        return node.getBroadcastAddress()
                .map(InetSocketAddress::getAddress)
                .map(java.net.InetAddress::getHostAddress)
                .orElseGet(() -> node.getEndPoint().toString());
    }

    /** Writes a version, and waits for the configured number of replicas. */
    void write(String key, long version, boolean isTraced) {
        var unused = session.execute(insert(key, version, quorum.w()).setTracing(isTraced));
    }

    /** Writes a version with tracing, and waits for all replicas. */
    ResultSet writeTraced(String key, long version) {
        return session.execute(insert(key, version, quorum.n()).setTracing(true));
    }

    private BoundStatement insert(String key, long version, int replicaCount) {
        return insert.bind(key, version)
                .setConsistencyLevel(level(replicaCount, quorum.n()))
                .setNode(writing());
    }

    /** Returns the version found, or a negative one. */
    long read(String key, boolean isTraced) {
        return version(session.execute(select(key).setTracing(isTraced)));
    }

    ResultSet readTraced(String key) {
        return session.execute(select(key).setTracing(true));
    }

    private BoundStatement select(String key) {
        return select.bind(key)
                .setConsistencyLevel(level(quorum.r(), quorum.n()))
                .setNode(replicas.get(0));
    }

    private static long version(ResultSet found) {
        Row row = found.one();
        return row == null ? -1 : row.getLong(0);
    }

    /** Returns the consistency level that waits for a number of replicas of the total. */
    static ConsistencyLevel level(int count, int of) {
        if (count == of) return DefaultConsistencyLevel.ALL;
        return switch (count) {
            case 1 -> DefaultConsistencyLevel.ONE;
            case 2 -> DefaultConsistencyLevel.TWO;
            case 3 -> DefaultConsistencyLevel.THREE;
            default -> {
                if (count == of / 2 + 1) yield DefaultConsistencyLevel.QUORUM;
                throw new IllegalArgumentException(
                        "Cassandra cannot wait for %d of %d replicas: 1, 2, 3, %d or %d"
                                .formatted(count, of, of / 2 + 1, of));
            }
        };
    }

    /** Drops the keyspace. */
    @Override
    public void close() {
        drop(session);
    }
}
