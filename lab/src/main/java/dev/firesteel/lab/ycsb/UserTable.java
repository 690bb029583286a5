// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.firesteel.lab.LabSession;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * YCSB's table {@code usertable}, as in its CQL binding: a text key {@code y_id}, and text columns
 * {@code field0} to {@code field9}.
 *
 * <p>Client threads share it and its session. Statements are prepared once for each set of columns.
 */
public final class UserTable {
    /** The keyspace that YCSB's own binding uses. */
    public static final String KEYSPACE = "ycsb";

    /** YCSB's default number of columns beside the key. */
    public static final int FIELDS = 10;

    static final String TABLE = "usertable";
    static final String KEY = "y_id";

    private final CqlSession session;
    private final ConsistencyLevel consistency;
    private final Map<String, PreparedStatement> statements = new ConcurrentHashMap<>();

    /**
     * Creates the object for a session.
     *
     * @param consistency the consistency level of every statement
     */
    public UserTable(CqlSession session, ConsistencyLevel consistency) {
        this.session = session;
        this.consistency = consistency;
    }

    /**
     * Creates the keyspace and the table where they are missing.
     *
     * @param replicas the replication factor, at least 1
     * @param durableWrites whether writes go to the commit log
     */
    public UserTable create(int replicas, boolean durableWrites) {
        return create(replicas, durableWrites, FIELDS);
    }

    /**
     * Creates them with another number of columns.
     *
     * @param fields columns beside the key, at least 1
     */
    public UserTable create(int replicas, boolean durableWrites, int fields) {
        session.execute(
                ("CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'SimpleStrategy',"
                                + " 'replication_factor': %d} AND durable_writes = %s")
                        .formatted(KEYSPACE, replicas, durableWrites));
        String columns =
                IntStream.range(0, fields)
                        .mapToObj(i -> "field" + i + " varchar")
                        .collect(Collectors.joining(", "));
        session.execute(
                "CREATE TABLE IF NOT EXISTS %s.%s (%s varchar PRIMARY KEY, %s)"
                        .formatted(KEYSPACE, TABLE, KEY, columns));
        return this;
    }

    /**
     * Refuses a node without the table.
     *
     * @throws IOException if it is missing; the message names the verb that makes it
     */
    public void requireThere() throws IOException {
        try {
            session.prepare("SELECT %s FROM %s".formatted(KEY, name(TABLE)));
        } catch (InvalidQueryException e) {
            throw new IOException(
                    "there is no table %s: 'firesteel lab load' makes it, and inserts the rows"
                            .formatted(name(TABLE)),
                    e);
        }
    }

    /** Returns the options of the keyspace's replication; empty if it is not there. */
    public Map<String, String> replication() {
        return session.getMetadata()
                .getKeyspace(KEYSPACE)
                .map(KeyspaceMetadata::getReplication)
                .orElse(Map.of());
    }

    /** Returns the node's release of Cassandra, or "unknown". */
    public String release() {
        return LabSession.release(session);
    }

    /** Deletes every row. */
    public void empty() {
        session.execute("TRUNCATE " + name(TABLE));
    }

    /**
     * Counts the rows, one part of the ring after the other.
     *
     * @param parts number of parts, each small enough for a request not to time out, at least 1
     */
    public long count(int parts) {
        String part =
                "SELECT count(*) FROM %s WHERE token(%s) > ? AND token(%s) <= ?"
                        .formatted(name(TABLE), KEY, KEY);
        long step = Long.divideUnsigned(-1, parts);
        long rows = 0;
        long from = Long.MIN_VALUE; // no key has this token
        for (int i = 1; i <= parts; i++) {
            long to = i == parts ? Long.MAX_VALUE : from + step;
            Row count = session.execute(bind(part).setLong(0, from).setLong(1, to)).one();
            rows += count == null ? 0 : count.getLong(0);
            from = to;
        }
        return rows;
    }

    void insert(String table, String key, Map<String, String> values) {
        List<String> columns = List.copyOf(values.keySet());
        String marks = ", ?".repeat(columns.size());
        BoundStatement insert =
                bind(
                        "INSERT INTO %s (%s, %s) VALUES (?%s)"
                                .formatted(name(table), KEY, String.join(", ", columns), marks));
        insert = insert.setString(0, key);
        for (int i = 0; i < columns.size(); i++)
            insert = insert.setString(i + 1, values.get(columns.get(i)));
        session.execute(insert);
    }

    ResultSet read(String table, String key, Collection<String> columns) {
        String select = "SELECT %s FROM %s WHERE %s = ?".formatted(list(columns), name(table), KEY);
        return session.execute(bind(select).setString(0, key));
    }

    /** Returns rows in the order of their keys' tokens, the only order available. */
    ResultSet scan(String table, String firstKey, int rows, Collection<String> columns) {
        String select =
                "SELECT %s FROM %s WHERE token(%s) >= token(?) LIMIT ?"
                        .formatted(list(columns), name(table), KEY);
        return session.execute(bind(select).setString(0, firstKey).setInt(1, rows));
    }

    void delete(String table, String key) {
        String delete = "DELETE FROM %s WHERE %s = ?".formatted(name(table), KEY);
        session.execute(bind(delete).setString(0, key));
    }

    private BoundStatement bind(String cql) {
        return statements
                .computeIfAbsent(cql, session::prepare)
                .bind()
                .setConsistencyLevel(consistency);
    }

    private static String name(String table) {
        return KEYSPACE + "." + table;
    }

    private static String list(Collection<String> columns) {
        return columns.isEmpty() ? "*" : String.join(", ", columns);
    }
}
