// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import dev.firesteel.lab.mixed.Cell;
import dev.firesteel.lab.mixed.Change;
import dev.firesteel.lab.mixed.Contents;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A table that clients change in every way. Its numbers have an index (SAI). Two more tables belong
 * to it: {@link #TWIN}, which is changed by batches, and {@link #COUNTER}.
 */
final class MixedTable implements Changes.Reader {

    /** The number of no change, for a value that none can have written. */
    static final long UNKNOWN = -1;

    static final String TWIN = "firesteel_lab.mixed_twin";
    private static final String COUNTER = "firesteel_lab.mixed_counter";

    /** Five years: a campaign may be continued at any time. */
    private static final int TIME_TO_LIVE_SECONDS = 5 * 365 * 86_400;

    static final int FIRST = 1;
    static final int SECOND = 2;

    /** A number is the key, and the change in the low bits: no two partitions have the same. */
    private static final int CHANGE_BITS = 24;

    private static final String BODY = "The body of a row of partition %d, written by change ";

    private final CqlSession session;
    private final String name;
    private final ConsistencyLevel consistency;
    private final Map<Change.Kind, PreparedStatement> changes = new EnumMap<>(Change.Kind.class);
    private final PreparedStatement insertTwin;
    private final PreparedStatement read;
    private final PreparedStatement readTwin;
    private final PreparedStatement readCounter;
    private final PreparedStatement readIndex;

    /**
     * Opens the tables, which must exist.
     *
     * @param name the table's, with the keyspace
     * @param consistency the level of changes and reads
     */
    MixedTable(CqlSession session, String name, ConsistencyLevel consistency) {
        this.session = session;
        this.name = name;
        this.consistency = consistency;
        for (Change.Kind each : Change.Kind.values()) changes.put(each, session.prepare(cql(each)));
        insertTwin =
                session.prepare(
                        "INSERT INTO %s (key, row, number) VALUES (:key, :row, :number) USING TIMESTAMP :micros"
                                .formatted(TWIN));
        read =
                session.prepare(
                        "SELECT row, number, writetime(number) AS number_micros, body, slots, shared FROM %s WHERE key = ?"
                                .formatted(name));
        readTwin = session.prepare("SELECT row, number FROM %s WHERE key = ?".formatted(TWIN));
        readCounter = session.prepare("SELECT n FROM %s WHERE key = ?".formatted(COUNTER));
        readIndex = session.prepare("SELECT key, row FROM %s WHERE number = ?".formatted(name));
    }

    /** Creates the tables where they are missing; the keyspace must exist. */
    static void create(CqlSession session, String name) {
        String index = name.substring(name.indexOf('.') + 1) + "_number";
        for (String each :
                List.of(
                        "CREATE TABLE IF NOT EXISTS %s (key bigint, row int, number bigint, body text, slots map<int, bigint>, shared bigint static, PRIMARY KEY (key, row))"
                                .formatted(name),
                        "CREATE INDEX IF NOT EXISTS %s ON %s (number) USING 'sai'"
                                .formatted(index, name),
                        "CREATE TABLE IF NOT EXISTS %s (key bigint, row int, number bigint, PRIMARY KEY (key, row))"
                                .formatted(TWIN),
                        "CREATE TABLE IF NOT EXISTS %s (key bigint PRIMARY KEY, n counter)"
                                .formatted(COUNTER))) session.execute(each);
    }

    private String cql(Change.Kind kind) {
        String update = "UPDATE " + name + " USING TIMESTAMP :micros ";
        String delete = " FROM " + name + " USING TIMESTAMP :micros WHERE key = :key";
        String row = " AND row = :row";
        return switch (kind) {
            case INSERT, BATCH ->
                    "INSERT INTO %s (key, row, number, body) VALUES (:key, :row, :number, :body) USING TIMESTAMP :micros"
                            .formatted(name);
            case UPDATE -> update + "SET body = :body WHERE key = :key" + row;
            case EXPIRE ->
                    "UPDATE %s USING TIMESTAMP :micros AND TTL %d SET number = :number WHERE key = :key AND row = :row"
                            .formatted(name, TIME_TO_LIVE_SECONDS);
            case PUT -> update + "SET slots[%d] = :seq WHERE key = :key".formatted(FIRST) + row;
            case REMOVE -> "DELETE slots[%d]".formatted(FIRST) + delete + row;
            case REPLACE -> update + "SET slots = :slots WHERE key = :key" + row;
            case SHARE -> update + "SET shared = :seq WHERE key = :key";
            case UNSHARE -> "DELETE shared" + delete;
            case DELETE_CELL -> "DELETE number" + delete + row;
            case DELETE_ROW -> "DELETE" + delete + row;
            case DELETE_RANGE -> "DELETE" + delete + " AND row >= :row";
            case DELETE_PARTITION -> "DELETE" + delete;
            case INCREMENT -> "UPDATE " + COUNTER + " SET n = n + 1 WHERE key = :key";
        };
    }

    /**
     * Makes a change; returns when it is acknowledged.
     *
     * @param byAll whether all replicas must acknowledge, not only those of the table's level
     */
    void make(Change change, boolean byAll) {
        BoundStatement bound = bind(Objects.requireNonNull(changes.get(change.kind())), change);
        Statement<?> statement =
                change.kind() == Change.Kind.BATCH
                        ? BatchStatement.newInstance(
                                BatchType.LOGGED, bound, bind(insertTwin, change))
                        : bound;
        session.execute(
                statement.setConsistencyLevel(byAll ? DefaultConsistencyLevel.ALL : consistency));
    }

    private static BoundStatement bind(PreparedStatement prepared, Change change) {
        Map<String, Object> values =
                Map.of(
                        "micros", change.micros(),
                        "key", change.key(),
                        "row", change.row(),
                        "seq", change.seq(),
                        "number", number(change.key(), change.seq()),
                        "slots", Map.of(SECOND, change.seq()),
                        "body", BODY.formatted(change.key()) + change.seq());
        BoundStatement bound = prepared.bind();
        for (var each : prepared.getVariableDefinitions()) {
            String name = each.getName().asInternal();
            Object value = Objects.requireNonNull(values.get(name), name);
            bound = bound.set(name, value, CodecRegistry.DEFAULT.codecFor(each.getType(), value));
        }
        return bound;
    }

    static long number(long key, long seq) {
        return key << CHANGE_BITS | seq;
    }

    @Override
    public Contents read(long key) {
        return read(key, consistency);
    }

    @Override
    public Contents readAndRepair(long key) {
        return read(key, DefaultConsistencyLevel.ALL);
    }

    private Contents read(long key, ConsistencyLevel level) {
        Map<String, Long> cells = new HashMap<>();
        for (Row each : rows(read, key, level)) {
            if (!each.isNull("shared")) cells.put(Cell.shared().toString(), each.getLong("shared"));
            if (each.isNull("row")) continue;
            int row = each.getInt("row");
            if (!each.isNull("number"))
                cells.put(
                        name(Cell.Column.NUMBER, row),
                        written(key, each.getLong("number"), each.getLong("number_micros")));
            String body = each.getString("body");
            if (body != null) cells.put(name(Cell.Column.TEXT, row), written(key, body));
            Map<Integer, Long> entries = each.getMap("slots", Integer.class, Long.class);
            if (entries == null) continue;
            entries.forEach((entry, seq) -> cells.put(name(column(entry), row), seq));
        }
        for (Row each : rows(readTwin, key, level))
            cells.put(
                    name(Cell.Column.TWIN, each.getInt("row")),
                    each.getLong("number") - number(key, 0));
        List<Row> counter = rows(readCounter, key, level);
        return new Contents(cells, counter.isEmpty() ? 0 : counter.get(0).getLong("n"));
    }

    private List<Row> rows(PreparedStatement query, long key, ConsistencyLevel level) {
        return session.execute(query.bind(key).setConsistencyLevel(level)).all();
    }

    private static String name(Cell.Column column, int row) {
        return new Cell(column, row).toString();
    }

    private static Cell.Column column(int entry) {
        return entry == FIRST ? Cell.Column.FIRST : Cell.Column.SECOND;
    }

    /** Returns the change that wrote a number at a time; -1 if none can have. */
    private static long written(long key, long number, long micros) {
        long seq = number - number(key, 0);
        return new Change(key, seq, Change.Kind.INSERT, 0).micros() == micros ? seq : UNKNOWN;
    }

    /** Returns the change that wrote a body; -1 if none can have. */
    static long written(long key, String body) {
        String start = BODY.formatted(key);
        if (!body.startsWith(start)) return UNKNOWN;
        try {
            return Long.parseLong(body.substring(start.length()));
        } catch (NumberFormatException e) {
            return UNKNOWN;
        }
    }

    @Override
    public Optional<String> indexError(long key, Contents read) {
        for (int row = 0; row < Cell.ROWS; row++) {
            Long seq = read.cells().get(name(Cell.Column.NUMBER, row));
            if (seq == null) continue;
            List<String> found = new ArrayList<>();
            for (Row each : rows(readIndex, number(key, seq), consistency))
                found.add(each.getLong("key") + "/" + each.getInt("row"));
            if (!found.equals(List.of(key + "/" + row)))
                return Optional.of(
                        "lost in the index: partition %d, row %d, found %s"
                                .formatted(key, row, found));
        }
        return Optional.empty();
    }
}
