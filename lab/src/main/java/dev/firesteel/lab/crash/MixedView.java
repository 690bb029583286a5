// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.firesteel.lab.mixed.Cell;
import dev.firesteel.lab.mixed.Change;
import dev.firesteel.lab.mixed.ViewRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Reads the materialized view {@code firesteel_lab.mixed_by_number} of {@link MixedTables}. The
 * number of a row is its partition key: a change of the number moves it to another partition.
 */
final class MixedView implements Changes.View {
    private static final String NAME = "firesteel_lab.mixed_by_number";

    /** The most partitions that a query reads. */
    private static final int MOST_PARTITIONS = 100;

    private final CqlSession session;
    private final PreparedStatement read;
    private final Patience patience;

    /**
     * Opens the view, which must exist.
     *
     * @param patience for the batch log, which completes updates of the view
     */
    MixedView(CqlSession session, Patience patience) {
        this.session = session;
        this.patience = patience;
        this.read =
                session.prepare(
                        "SELECT number, key, row, body, slots FROM %s WHERE number IN ?"
                                .formatted(NAME));
    }

    /** Creates the view where it is missing; its table must exist. */
    static void create(CqlSession session) {
        session.execute(
                ("CREATE MATERIALIZED VIEW IF NOT EXISTS %s AS"
                                + " SELECT number, key, row, body, slots FROM %s"
                                + " WHERE number IS NOT NULL AND key IS NOT NULL AND row IS NOT NULL"
                                + " PRIMARY KEY (number, key, row)")
                        .formatted(NAME, MixedTables.VIEWED));
    }

    @Override
    public boolean has(long key) {
        return MixedTables.isViewed(key);
    }

    @Override
    public List<ViewRow> read(long key, int attempted) {
        List<Long> numbers =
                LongStream.rangeClosed(1, attempted)
                        .filter(seq -> writesNumber(Change.of(key, seq)))
                        .mapToObj(seq -> MixedTable.number(key, seq))
                        .toList();
        List<ViewRow> rows = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i += MOST_PARTITIONS) {
            List<Long> some = numbers.subList(i, Math.min(i + MOST_PARTITIONS, numbers.size()));
            session.execute(read.bind(some).setConsistencyLevel(DefaultConsistencyLevel.ALL))
                    .forEach(row -> rows.add(row(key, row)));
        }
        return rows;
    }

    private static boolean writesNumber(Change change) {
        return change.writes(new Cell(Cell.Column.NUMBER, change.row()));
    }

    private static ViewRow row(long key, Row row) {
        String body = row.getString("body");
        Map<Integer, Long> slots = row.getMap("slots", Integer.class, Long.class);
        return new ViewRow(
                row.getInt("row"),
                row.getLong("key") == key
                        ? row.getLong("number") - MixedTable.number(key, 0)
                        : MixedTable.UNKNOWN,
                body == null ? 0 : MixedTable.written(key, body),
                slots == null ? 0 : slots.getOrDefault(MixedTable.FIRST, 0L),
                slots == null ? 0 : slots.getOrDefault(MixedTable.SECOND, 0L));
    }

    @Override
    public boolean waits() {
        return patience.waits();
    }
}
