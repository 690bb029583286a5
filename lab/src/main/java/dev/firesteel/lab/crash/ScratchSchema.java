// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.mixed.SchemaChange;
import dev.firesteel.lab.mixed.SchemaContents;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The scratch tables of {@link SchemaClient}, with their indexes, and the columns that it adds to
 * {@link MixedTable#TWIN}. All statements go to one node, which orders the changes.
 */
final class ScratchSchema implements SchemaClient.Schema {
    private static final String KEYSPACE = "firesteel_lab";
    private static final Pattern NO_NAME = Pattern.compile("\\W+");

    private final CqlSession session;
    private final Node node;
    private final ConsistencyLevel consistency;

    /**
     * Connects to a node.
     *
     * @param consistency the level of writes and reads of rows
     */
    ScratchSchema(InetSocketAddress node, ConsistencyLevel consistency) {
        this.session = LabSession.open(node);
        this.node = session.getMetadata().findNode(node).orElseThrow();
        this.consistency = consistency;
        // A change of the schema would wait until the session knows it.
        session.setSchemaMetadataEnabled(false).toCompletableFuture().join();
    }

    /** Drops what runs have left. */
    void clear() {
        for (String each : tables())
            execute("DROP TABLE IF EXISTS %s.%s".formatted(KEYSPACE, each));
        for (String each : columns())
            execute("ALTER TABLE %s DROP IF EXISTS %s".formatted(MixedTable.TWIN, each));
    }

    @Override
    public void make(SchemaChange change) {
        session.checkSchemaAgreement(); // other nodes must have the last change before the next
        execute(cql(change));
    }

    private static String cql(SchemaChange change) {
        String table = KEYSPACE + "." + change.table();
        return switch (change.kind()) {
            case CREATE_TABLE ->
                    "CREATE TABLE %s (key bigint PRIMARY KEY, value bigint)".formatted(table);
            case INSERT ->
                    "INSERT INTO %s (key, value) VALUES (%d, %d)"
                            .formatted(table, change.seq(), change.seq());
            case CREATE_INDEX ->
                    "CREATE INDEX %s ON %s (value) USING 'sai'".formatted(change.index(), table);
            case ADD_COLUMN ->
                    "ALTER TABLE %s ADD %s bigint".formatted(MixedTable.TWIN, change.column());
            case DROP_INDEX -> "DROP INDEX %s.%s".formatted(KEYSPACE, change.index());
            case DROP_COLUMN ->
                    "ALTER TABLE %s DROP %s".formatted(MixedTable.TWIN, change.column());
            case DROP_TABLE -> "DROP TABLE " + table;
        };
    }

    /**
     * Reads the schema that the node uses, and the one that it has stored. They differ after a
     * change that was cut off: a node loads the stored schema before it replays its log.
     */
    List<SchemaContents> read() {
        List<Row> used = execute("DESCRIBE KEYSPACE " + KEYSPACE);
        Map<String, Set<Long>> tables = new HashMap<>();
        for (String each : named(used, "table", SchemaChange::isTable))
            tables.put(each, rows(each));
        Map<String, Set<Long>> stored = new HashMap<>();
        for (String each : tables()) stored.put(each, tables.getOrDefault(each, Set.of()));
        return List.of(
                new SchemaContents(
                        tables, columns(used), named(used, "index", SchemaChange::isIndex)),
                new SchemaContents(
                        stored, columns(), names("index_name", "indexes", SchemaChange::isIndex)));
    }

    private static Set<String> named(List<Row> described, String type, Predicate<String> filter) {
        return described.stream()
                .filter(row -> type.equals(row.getString("type")))
                .map(row -> String.valueOf(row.getString("name")))
                .filter(filter)
                .collect(Collectors.toSet());
    }

    private static Set<String> columns(List<Row> described) {
        return described.stream()
                .map(row -> String.valueOf(row.getString("create_statement")))
                .flatMap(text -> Stream.of(NO_NAME.split(text)))
                .filter(SchemaChange::isColumn)
                .collect(Collectors.toSet());
    }

    private Set<Long> rows(String table) {
        Set<Long> rows = new HashSet<>();
        for (Row each : execute("SELECT key, value FROM %s.%s".formatted(KEYSPACE, table)))
            rows.add(
                    each.getLong("key") == each.getLong("value")
                            ? each.getLong("key")
                            : MixedTable.UNKNOWN);
        return rows;
    }

    private Set<String> tables() {
        return names("table_name", "tables", SchemaChange::isTable);
    }

    private Set<String> columns() {
        return names("column_name", "columns", SchemaChange::isColumn);
    }

    /** Returns names in the keyspace's part of a table of the stored schema. */
    private Set<String> names(String column, String table, Predicate<String> filter) {
        List<Row> rows =
                execute(
                        "SELECT %s FROM system_schema.%s WHERE keyspace_name = '%s'"
                                .formatted(column, table, KEYSPACE));
        return rows.stream()
                .map(row -> String.valueOf(row.getString(0)))
                .filter(filter)
                .collect(Collectors.toSet());
    }

    private List<Row> execute(String cql) {
        return session.execute(
                        SimpleStatement.newInstance(cql)
                                .setNode(node)
                                .setConsistencyLevel(consistency))
                .all();
    }

    @Override
    public void close() {
        session.close();
    }
}
