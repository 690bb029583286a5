// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Simultaneous schema changes and a write to a table with a view, with checks of their results
 * after a crash. A request that hangs ends with the session's timeout.
 */
final class SchemaChanges {
    /** The moments at which requests are sent; each has its own table names. */
    enum Moment {
        ROOMY,
        FILLING,
        FULL,
        RESTARTED
    }

    private static final String ACKNOWLEDGED = "acknowledged";

    /** Errors after which a client may try again. */
    private static final List<String> REFUSED =
            List.of(
                    WriteTimeoutException.class.getSimpleName(),
                    WriteFailureException.class.getSimpleName());

    private static final int ROWS = 10;

    private final Map<String, String> answers = new ConcurrentHashMap<>();

    /** Creates the tables to change; tables to be dropped have rows that are in no SSTable. */
    void prepare(CqlSession session) {
        beQuick(session);
        session.execute("CREATE TABLE k.base (id text PRIMARY KEY, v text)");
        session.execute(
                "CREATE MATERIALIZED VIEW k.by_v AS SELECT id, v FROM k.base"
                        + " WHERE v IS NOT NULL AND id IS NOT NULL PRIMARY KEY (v, id)");
        session.execute("CREATE TABLE k.altered (id int PRIMARY KEY)");
        for (Moment moment : Moment.values()) {
            session.execute("CREATE TABLE k.doomed_" + moment + " (id int PRIMARY KEY, v text)");
            FiresteelNode.insert(session, "k.doomed_" + moment, 0, ROWS);
        }
    }

    /** Otherwise the driver reloads the schema after each change, after a wait of a second. */
    private static void beQuick(CqlSession session) {
        session.setSchemaMetadataEnabled(false).toCompletableFuture().join();
    }

    /** Sends all requests of a moment at once. */
    CompletableFuture<Void> send(CqlSession session, Moment moment) {
        return CompletableFuture.allOf(
                statements(moment)
                        .map(cql -> send(session, cql))
                        .toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> send(CqlSession session, String cql) {
        return session.executeAsync(cql)
                .handle((rows, failure) -> failure == null ? ACKNOWLEDGED : nameOf(failure))
                .thenAccept(answer -> answers.put(cql, answer))
                .toCompletableFuture();
    }

    private static String nameOf(Throwable failure) {
        return REFUSED.stream()
                .filter(failure.getClass().getSimpleName()::equals)
                .findFirst()
                .orElseGet(failure::toString);
    }

    private static Stream<String> statements(Moment moment) {
        return Stream.of(create(moment), alter(moment), drop(moment), write(moment));
    }

    private static String create(Moment moment) {
        return "CREATE TABLE k.new_" + moment + " (id int PRIMARY KEY, v text)";
    }

    private static String alter(Moment moment) {
        return "ALTER TABLE k.altered ADD at_" + moment + " text";
    }

    private static String drop(Moment moment) {
        return "DROP TABLE k.doomed_" + moment;
    }

    private static String write(Moment moment) {
        return "INSERT INTO k.base (id, v) VALUES ('%1$s', '%1$s')".formatted(moment);
    }

    /** Asserts that every statement succeeded. */
    void assertAcknowledged(Moment moment) {
        assertThat(answersAt(moment)).containsOnly(ACKNOWLEDGED);
    }

    /** Asserts that no statement succeeded. */
    void assertRefused(Moment moment) {
        assertThat(answersAt(moment)).isSubsetOf(REFUSED);
    }

    /** Asserts that each statement succeeded or was refused: none hung or failed otherwise. */
    void assertAnswered(Moment moment) {
        assertThat(answersAt(moment)).isSubsetOf(ACKNOWLEDGED, REFUSED.get(0), REFUSED.get(1));
    }

    private List<String> answersAt(Moment moment) {
        return statements(moment).map(answers::get).toList();
    }

    /**
     * Asserts after a restart that acknowledged changes are complete, and that no change is
     * partial.
     */
    void assertKept(CqlSession session) {
        beQuick(session);
        for (Moment moment : Moment.values()) {
            if (was(create(moment))) FiresteelNode.insert(session, "k.new_" + moment, 0, 1);
            if (was(alter(moment))) session.execute("SELECT at_" + moment + " FROM k.altered");
            if (was(write(moment))) assertInBaseAndView(session, moment);
            assertDroppedOrWhole(session, moment);
        }
    }

    private boolean was(String cql) {
        return ACKNOWLEDGED.equals(answers.get(cql));
    }

    private static void assertInBaseAndView(CqlSession session, Moment moment) {
        for (String read : List.of("k.base WHERE id", "k.by_v WHERE v"))
            assertThat(session.execute("SELECT id FROM %s = '%s'".formatted(read, moment)).all())
                    .as("%s = %s", read, moment)
                    .hasSize(1);
    }

    private void assertDroppedOrWhole(CqlSession session, Moment moment) {
        String table = "doomed_" + moment.name().toLowerCase(Locale.ROOT);
        boolean isThere =
                !session.execute(
                                "SELECT id FROM system_schema.tables WHERE keyspace_name = 'k' AND"
                                        + " table_name = '"
                                        + table
                                        + "'")
                        .all()
                        .isEmpty();
        assertThat(isThere && was(drop(moment))).as("%s is back", table).isFalse();
        if (isThere) assertThat(FiresteelNode.ids(session, "k." + table)).hasSize(ROWS);
    }
}
