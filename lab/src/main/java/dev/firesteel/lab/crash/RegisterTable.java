// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.firesteel.lab.NodeLocalSession;
import dev.firesteel.lab.history.Operation;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The registers that clients change with lightweight transactions: {@code firesteel_lab.register}.
 */
final class RegisterTable {
    private static final String NAME = "firesteel_lab.register";
    private static final String VALUE = "value";

    private final CqlSession session;
    private final ConsistencyLevel consistency;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement read;

    /**
     * Opens the table, which must exist.
     *
     * @param consistency the level at which an applied transaction is committed
     */
    RegisterTable(CqlSession session, ConsistencyLevel consistency) {
        this.session = session;
        this.consistency = consistency;
        insert =
                session.prepare(
                        "INSERT INTO %s (key, value) VALUES (?, ?) IF NOT EXISTS".formatted(NAME));
        update =
                session.prepare(
                        "UPDATE %s SET value = ? WHERE key = ? IF value = ?".formatted(NAME));
        read = session.prepare("SELECT value FROM %s WHERE key = ?".formatted(NAME));
    }

    /** Creates the table where it is missing; its keyspace must exist. */
    static void create(CqlSession session) {
        session.execute(
                "CREATE TABLE IF NOT EXISTS %s (key bigint PRIMARY KEY, value bigint)"
                        .formatted(NAME));
    }

    /**
     * Runs an operation, and returns it with its outcome.
     *
     * @param nanos the clock of the history
     */
    Operation run(Operation called, LongSupplier nanos) {
        if (called.kind() == Operation.Kind.READ)
            return called.whenFound(
                    read(called.key(), DefaultConsistencyLevel.SERIAL), nanos.getAsLong());
        Long expected = called.expected();
        BoundStatement statement =
                expected == null
                        ? insert.bind(called.key(), called.value())
                        : update.bind(called.value(), called.key(), expected);
        ResultSet result =
                session.execute(
                        statement
                                .setConsistencyLevel(consistency)
                                .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL));
        return result.wasApplied()
                ? called.whenApplied(nanos.getAsLong())
                : called.whenFound(value(result.one()), nanos.getAsLong());
    }

    /**
     * Reads a register after every transaction on it that has begun. Repairs the replicas that have
     * an older value.
     *
     * @return null if it is absent
     */
    @Nullable Long readAndRepair(long key) {
        Long value = read(key, DefaultConsistencyLevel.SERIAL);
        read(key, DefaultConsistencyLevel.ALL);
        return value;
    }

    private @Nullable Long read(long key, ConsistencyLevel level) {
        return value(session.execute(read.bind(key).setConsistencyLevel(level)).one());
    }

    /**
     * Reads all registers of one replica, by key.
     *
     * @param session a {@link NodeLocalSession}
     */
    static Map<Long, Long> scan(CqlSession session) {
        SimpleStatement all =
                SimpleStatement.newInstance("SELECT key, value FROM " + NAME)
                        .setConsistencyLevel(NodeLocalSession.NODE_LOCAL);
        Map<Long, Long> values = new HashMap<>();
        for (Row row : session.execute(all)) {
            Long value = value(row);
            if (value != null) values.put(row.getLong(0), value);
        }
        return values;
    }

    /** Returns the value of a row. A transaction on an absent row returns none. */
    private static @Nullable Long value(@Nullable Row row) {
        if (row == null || !row.getColumnDefinitions().contains(VALUE) || row.isNull(VALUE))
            return null;
        return row.getLong(VALUE);
    }
}
