// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/**
 * YCSB's five operations over CQL. Each client thread has a binding; all share a {@link UserTable}.
 *
 * <p>YCSB keeps only the status of an operation. The last error is kept here.
 */
final class CassandraBinding extends DB {
    /** The advice where the table, or a row of it, is missing. */
    private static final String LOAD = ": 'firesteel lab load' makes the table and its rows";

    private final UserTable table;
    private String lastError = "";

    CassandraBinding(UserTable table) {
        this.table = table;
    }

    /** Returns the error of the last failed operation; empty if none has failed. */
    String lastError() {
        return lastError;
    }

    @Override
    public Status read(
            String tableName,
            String key,
            @Nullable Set<String> fields,
            Map<String, ByteIterator> result) {
        return attempt(
                () -> {
                    Row row = table.read(tableName, key, columns(fields)).one();
                    if (row == null) return missing(key);
                    copy(row, result);
                    return Status.OK;
                });
    }

    @Override
    @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's signature
    public Status scan(
            String tableName,
            String startKey,
            int recordCount,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return attempt(
                () -> {
                    ResultSet rows = table.scan(tableName, startKey, recordCount, columns(fields));
                    for (Row row : rows) {
                        HashMap<String, ByteIterator> copy = new HashMap<>();
                        copy(row, copy);
                        result.add(copy);
                    }
                    return Status.OK;
                });
    }

    /** Inserts some of the columns, which is an update in CQL. */
    @Override
    public Status update(String tableName, String key, Map<String, ByteIterator> values) {
        return insert(tableName, key, values);
    }

    @Override
    public Status insert(String tableName, String key, Map<String, ByteIterator> values) {
        return attempt(
                () -> {
                    table.insert(tableName, key, strings(values));
                    return Status.OK;
                });
    }

    @Override
    public Status delete(String tableName, String key) {
        return attempt(
                () -> {
                    table.delete(tableName, key);
                    return Status.OK;
                });
    }

    private Status attempt(Operation operation) {
        try {
            return operation.run();
        } catch (InvalidQueryException e) {
            lastError = e.getMessage() + LOAD;
            return Status.ERROR;
        } catch (DriverException e) {
            lastError = Objects.requireNonNullElse(e.getMessage(), e.toString());
            return Status.ERROR;
        }
    }

    private Status missing(String key) {
        lastError = "the table has no row " + key + LOAD;
        return Status.NOT_FOUND;
    }

    private static Set<String> columns(@Nullable Set<String> fields) {
        return fields == null ? Set.of() : fields;
    }

    /** Sorts the columns, so that the same set always makes the same statement. */
    private static Map<String, String> strings(Map<String, ByteIterator> values) {
        Map<String, String> strings = new LinkedHashMap<>();
        new TreeMap<>(values).forEach((column, bytes) -> strings.put(column, bytes.toString()));
        return strings;
    }

    private static void copy(Row row, Map<String, ByteIterator> result) {
        for (int i = 0; i < row.getColumnDefinitions().size(); i++) {
            String value = row.getString(i);
            if (value != null)
                result.put(
                        row.getColumnDefinitions().get(i).getName().asInternal(),
                        new StringByteIterator(value));
        }
    }

    @FunctionalInterface
    private interface Operation {
        Status run();
    }
}
