// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The table that a ledger checks: {@code firesteel_lab.ledger}.
 *
 * <p>Every write carries its own time, which rises with the sequence number. A slow write can thus
 * not hide a later one. A retry, which does not happen, would change nothing.
 */
final class LedgerTable implements ReplicaScan.Replica {
    private static final int RANGE_BITS = 58;

    /** The number of token ranges of a scan, which are all tokens. */
    static final int RANGES = 1 << (Long.SIZE - RANGE_BITS);

    /** Far enough in the past for any clock; recent enough for the usual encoding. */
    private static final long FIRST_MICROS = 1_700_000_000_000_000L;

    private static final String NAME = "firesteel_lab.ledger";
    private static final int PAGE_ROWS = 1_000;

    private final CqlSession session;
    private final LedgerShape shape;
    private final ConsistencyLevel consistency;
    private final RowContent content;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement scan;
    private final PreparedStatement read;

    private LedgerTable(CqlSession session, LedgerShape shape, ConsistencyLevel consistency) {
        this.session = session;
        this.shape = shape;
        this.consistency = consistency;
        this.content = new RowContent(shape);
        this.insert = session.prepare(insertCql());
        this.update = session.prepare(updateCql());
        String columns = "key, seq, writetime(seq), " + fields("%s");
        this.scan =
                session.prepare(
                        "SELECT %s FROM %s WHERE token(key) > ? AND token(key) <= ?"
                                .formatted(columns, NAME));
        this.read = session.prepare("SELECT %s FROM %s WHERE key = ?".formatted(columns, NAME));
    }

    /** Creates the keyspace and the table where they are missing. */
    static void create(CqlSession session, LedgerLoad load) {
        session.execute(
                ("CREATE KEYSPACE IF NOT EXISTS firesteel_lab WITH replication ="
                                + " {'class': 'SimpleStrategy', 'replication_factor': %d}"
                                + " AND durable_writes = true")
                        .formatted(load.replicas()));
        String fields = fields(load.shape(), "%s blob");
        session.execute(
                "CREATE TABLE IF NOT EXISTS %s (key bigint PRIMARY KEY, seq bigint, %s)"
                        .formatted(NAME, fields));
    }

    /**
     * Opens the table, which must exist.
     *
     * @param consistency the level of writes and reads
     */
    static LedgerTable open(CqlSession session, LedgerShape shape, ConsistencyLevel consistency) {
        return new LedgerTable(session, shape, consistency);
    }

    /** Returns the write time of a sequence number, in microseconds since 1970. */
    static long timestamp(long seq) {
        return FIRST_MICROS + seq;
    }

    /**
     * Writes a row; returns when it is acknowledged.
     *
     * @param fresh whether the key has no row yet: INSERT rather than UPDATE
     * @param byAll whether all replicas must acknowledge, not only those of the table's level
     */
    void write(long key, long seq, boolean fresh, boolean byAll) {
        BoundStatement write = (fresh ? insert : update).bind();
        write = write.setLong("stamp", timestamp(seq)).setLong("key", key).setLong("seq", seq);
        for (int i = 0; i < shape.fields(); i++)
            write = write.setByteBuffer("field" + i, content.field(key, seq, i));
        session.execute(
                write.setConsistencyLevel(byAll ? DefaultConsistencyLevel.ALL : consistency));
    }

    /** Reads every row, one token range after the other. */
    void scan(Consumer<LedgerRow> consumer) {
        for (int i = 0; i < RANGES; i++) scan(i, consumer);
    }

    @Override
    public void scan(int range, Consumer<LedgerRow> consumer) {
        BoundStatement read =
                scan.bind(rangeEnd(range), rangeEnd(range + 1))
                        .setPageSize(PAGE_ROWS)
                        .setConsistencyLevel(consistency);
        ResultSet rows = session.execute(read);
        rows.forEach(row -> consumer.accept(row(row)));
    }

    /** Reads one row by its key. */
    Optional<LedgerRow> read(long key) {
        Row row = session.execute(read.bind(key).setConsistencyLevel(consistency)).one();
        return Optional.ofNullable(row).map(this::row);
    }

    /** Returns the bounds of ranges, from the least token, which no key has, to the greatest. */
    private static long rangeEnd(int range) {
        if (range == RANGES) return Long.MAX_VALUE;
        return Long.MIN_VALUE + ((long) range << RANGE_BITS);
    }

    private LedgerRow row(Row row) {
        List<ByteBuffer> fields = new ArrayList<>();
        for (int i = 0; i < shape.fields(); i++) {
            ByteBuffer field = row.getByteBuffer("field" + i);
            fields.add(field == null ? ByteBuffer.allocate(0) : field);
        }
        return new LedgerRow(row.getLong(0), row.getLong(1), row.getLong(2), fields);
    }

    private String insertCql() {
        return "INSERT INTO %s (key, seq, %s) VALUES (:key, :seq, %s) USING TIMESTAMP :stamp"
                .formatted(NAME, fields("%s"), fields(":%s"));
    }

    private String updateCql() {
        return "UPDATE %s USING TIMESTAMP :stamp SET seq = :seq, %s WHERE key = :key"
                .formatted(NAME, fields("%1$s = :%1$s"));
    }

    private String fields(String each) {
        return fields(shape, each);
    }

    private static String fields(LedgerShape shape, String each) {
        return IntStream.range(0, shape.fields())
                .mapToObj(i -> each.formatted("field" + i))
                .collect(Collectors.joining(", "));
    }
}
