// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.script;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A script of every kind of change that a commit log carries: writes of rows, deletions, expiry,
 * counters, conditional writes, views and indexes, and schema changes.
 *
 * <p>It does the same on every node. Where CQL allows, writes have explicit timestamps, so that
 * results do not depend on clocks. Each topic has tables of its own in the keyspace {@code mixed}.
 */
public final class MixedScript {
    private static final List<String> TABLES =
            List.of(
                    "plain",
                    "expiring",
                    "deleted",
                    "batched",
                    "batched_too",
                    "counted",
                    "decided",
                    "viewed",
                    "by_colour",
                    "indexed",
                    "collected",
                    "shared",
                    "emptied",
                    "recreated",
                    "altered");

    private static final List<String> QUERIES =
            List.of(
                    "SELECT * FROM mixed.by_colour WHERE colour = 'red'",
                    "SELECT * FROM mixed.indexed WHERE city = 'Ulm'",
                    "SELECT * FROM mixed.indexed WHERE age > 20 AND age <= 40",
                    "SELECT DISTINCT id, s FROM mixed.shared",
                    "SELECT count(*) FROM mixed.plain");

    private final CqlSession session;
    private final int rounds;

    /**
     * Creates the script for a session.
     *
     * @param rounds number of repetitions of each write, for other keys; at least 10
     */
    public MixedScript(CqlSession session, int rounds) {
        if (rounds < 10) throw new IllegalArgumentException("rounds must be at least 10");
        this.session = session;
        this.rounds = rounds;
    }

    /** Creates the keyspace, which must not exist, and runs the whole script. */
    public void run() {
        cql(
                "CREATE KEYSPACE mixed WITH replication ="
                        + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
        writePlain();
        expire();
        delete();
        batch();
        count();
        decide();
        view();
        index();
        collect();
        share();
        truncate();
        recreate();
        alter();
    }

    /**
     * Returns whether rows with a time to live of seconds have expired. From then on the contents
     * do not change.
     */
    public boolean hasExpired() {
        return rows("SELECT * FROM mixed.expiring").stream()
                .noneMatch(row -> row.contains("soon gone"));
    }

    /** Returns the contents of all tables and views, and results of queries over indexes. */
    public Map<String, List<String>> contents() {
        Map<String, List<String>> contents = new LinkedHashMap<>();
        for (String table : TABLES) {
            String query = "SELECT * FROM mixed." + table;
            contents.put(query, rows(query));
        }
        for (String query : QUERIES) contents.put(query, rows(query));
        return contents;
    }

    private void writePlain() {
        cql("CREATE TABLE mixed.plain (id int, c int, a text, b blob, PRIMARY KEY (id, c))");
        repeat(
                "INSERT INTO mixed.plain (id, c, a, b) VALUES (%1$d, 0, 'first', 0x%1$04x)"
                        + " USING TIMESTAMP 10");
        repeat("UPDATE mixed.plain USING TIMESTAMP 20 SET a = 'second' WHERE id = %d AND c = 0");
        repeat("UPDATE mixed.plain USING TIMESTAMP 15 SET a = 'late' WHERE id = %d AND c = 0");
        repeat("INSERT INTO mixed.plain (id, c, a) VALUES (%d, 1, 'more') USING TIMESTAMP 10");
    }

    private void expire() {
        cql("CREATE TABLE mixed.expiring (id int PRIMARY KEY, a text, b text)");
        repeat("INSERT INTO mixed.expiring (id, a) VALUES (-1 - %d, 'soon gone') USING TTL 1");
        repeat("INSERT INTO mixed.expiring (id, a) VALUES (%d, 'stays') USING TTL 864000");
        repeat("UPDATE mixed.expiring USING TTL 1 SET b = 'soon gone' WHERE id = %d");
    }

    private void delete() {
        cql("CREATE TABLE mixed.deleted (id int, c int, a text, b text, PRIMARY KEY (id, c))");
        for (int c = 0; c < 6; c++)
            repeat(
                    "INSERT INTO mixed.deleted (id, c, a, b) VALUES (%d, "
                            + c
                            + ", 'a', 'b') USING TIMESTAMP 10");
        repeat("DELETE FROM mixed.deleted USING TIMESTAMP 20 WHERE id = %d AND c = 0");
        repeat("DELETE a FROM mixed.deleted USING TIMESTAMP 20 WHERE id = %d AND c = 1");
        repeat("DELETE FROM mixed.deleted USING TIMESTAMP 20 WHERE id = %d AND c >= 2 AND c < 4");
        repeat("INSERT INTO mixed.deleted (id, c, a) VALUES (%d, 2, 'under') USING TIMESTAMP 19");
        repeat("INSERT INTO mixed.deleted (id, c, a) VALUES (%d, 3, 'above') USING TIMESTAMP 21");
        for (int id = 0; id < rounds; id += 3)
            cql("DELETE FROM mixed.deleted USING TIMESTAMP 30 WHERE id = " + id);
        cql("INSERT INTO mixed.deleted (id, c, a) VALUES (0, 9, 'after') USING TIMESTAMP 31");
    }

    private void batch() {
        cql("CREATE TABLE mixed.batched (id int PRIMARY KEY, a text)");
        cql("CREATE TABLE mixed.batched_too (id int PRIMARY KEY, a text)");
        repeat(
                "BEGIN BATCH USING TIMESTAMP 10"
                        + " INSERT INTO mixed.batched (id, a) VALUES (%1$d, 'logged');"
                        + " INSERT INTO mixed.batched_too (id, a) VALUES (%1$d, 'logged');"
                        + " DELETE FROM mixed.batched_too WHERE id = -%1$d; APPLY BATCH");
        repeat(
                "BEGIN UNLOGGED BATCH USING TIMESTAMP 20"
                        + " UPDATE mixed.batched SET a = 'unlogged' WHERE id = %1$d;"
                        + " INSERT INTO mixed.batched_too (id, a) VALUES (1000000 + %1$d, 'unlogged');"
                        + " APPLY BATCH");
    }

    private void count() {
        cql("CREATE TABLE mixed.counted (id int PRIMARY KEY, n counter, m counter)");
        for (int i = 0; i < 5; i++) repeat("UPDATE mixed.counted SET n = n + %1$d WHERE id = %1$d");
        repeat("UPDATE mixed.counted SET m = m - 7, n = n - 1 WHERE id = 0");
        repeat(
                "BEGIN COUNTER BATCH UPDATE mixed.counted SET m = m + 1 WHERE id = %d;"
                        + " UPDATE mixed.counted SET m = m + 1 WHERE id = 1; APPLY BATCH");
        for (int id = 5; id < rounds; id += 5) cql("DELETE FROM mixed.counted WHERE id = " + id);
    }

    private void decide() {
        cql("CREATE TABLE mixed.decided (id int PRIMARY KEY, a text, n int)");
        repeat("INSERT INTO mixed.decided (id, a, n) VALUES (%d, 'won', 0) IF NOT EXISTS");
        repeat("INSERT INTO mixed.decided (id, a, n) VALUES (%d, 'lost', 0) IF NOT EXISTS");
        repeat("UPDATE mixed.decided SET n = 1 WHERE id = %d IF n = 0");
        repeat("UPDATE mixed.decided SET n = 2 WHERE id = %d IF n = 0");
        for (int id = 0; id < rounds; id += 4)
            cql("DELETE FROM mixed.decided WHERE id = " + id + " IF a = 'won'");
    }

    private void view() {
        cql("CREATE TABLE mixed.viewed (id int PRIMARY KEY, colour text, a text)");
        cql(
                "CREATE MATERIALIZED VIEW mixed.by_colour AS SELECT * FROM mixed.viewed"
                        + " WHERE colour IS NOT NULL AND id IS NOT NULL PRIMARY KEY (colour, id)");
        repeat(
                "INSERT INTO mixed.viewed (id, colour, a) VALUES (%1$d, 'red', 'a%1$d')"
                        + " USING TIMESTAMP 10");
        for (int id = 0; id < rounds; id += 2)
            cql(
                    "UPDATE mixed.viewed USING TIMESTAMP 20 SET colour = 'green' WHERE id = %d"
                            .formatted(id));
        for (int id = 0; id < rounds; id += 5)
            cql("DELETE FROM mixed.viewed USING TIMESTAMP 30 WHERE id = " + id);
    }

    private void index() {
        cql("CREATE TABLE mixed.indexed (id int PRIMARY KEY, city text, age int)");
        cql("CREATE INDEX ON mixed.indexed (city) USING 'sai'");
        cql("CREATE INDEX ON mixed.indexed (age) USING 'sai'");
        repeat(
                "INSERT INTO mixed.indexed (id, city, age) VALUES (%1$d, 'Ulm', %1$d)"
                        + " USING TIMESTAMP 10");
        for (int id = 0; id < rounds; id += 3)
            cql("UPDATE mixed.indexed USING TIMESTAMP 20 SET city = 'Bonn' WHERE id = " + id);
        for (int id = 0; id < rounds; id += 7)
            cql("DELETE FROM mixed.indexed USING TIMESTAMP 30 WHERE id = " + id);
    }

    private void collect() {
        cql("CREATE TYPE mixed.point (x int, y int)");
        cql(
                "CREATE TABLE mixed.collected (id int PRIMARY KEY, s set<text>, l list<int>,"
                        + " m map<text, int>, f frozen<list<int>>, p point, t tuple<int, text>)");
        repeat(
                "INSERT INTO mixed.collected (id, s, l, m, f, p, t) VALUES (%1$d, {'a', 'b'},"
                        + " [1, 2, %1$d], {'k': %1$d, 'gone': 1}, [3, 4], {x: 1, y: %1$d},"
                        + " (%1$d, 'x')) USING TIMESTAMP 10");
        repeat(
                "UPDATE mixed.collected USING TIMESTAMP 20 SET s = s + {'c'}, m['k'] = 7"
                        + " WHERE id = %d");
        repeat("UPDATE mixed.collected USING TIMESTAMP 30 SET s = s - {'a'} WHERE id = %d");
        repeat("UPDATE mixed.collected USING TIMESTAMP 40 SET p.x = 9 WHERE id = %d");
        repeat("DELETE m['gone'] FROM mixed.collected USING TIMESTAMP 50 WHERE id = %d");
        repeat("UPDATE mixed.collected SET l = l + [5] WHERE id = %d");
        repeat("UPDATE mixed.collected SET l = [0] + l WHERE id = %d");
    }

    private void share() {
        cql(
                "CREATE TABLE mixed.shared (id int, c int, s text static, a text, PRIMARY KEY (id, c))");
        repeat("INSERT INTO mixed.shared (id, s) VALUES (%d, 'alone') USING TIMESTAMP 10");
        repeat("INSERT INTO mixed.shared (id, c, a) VALUES (%d, 1, 'a') USING TIMESTAMP 10");
        repeat("UPDATE mixed.shared USING TIMESTAMP 20 SET s = 's%1$d' WHERE id = %1$d");
        for (int id = 0; id < rounds; id += 4)
            cql("DELETE s FROM mixed.shared USING TIMESTAMP 30 WHERE id = " + id);
    }

    private void truncate() {
        cql("CREATE TABLE mixed.emptied (id int PRIMARY KEY, a text)");
        repeat("INSERT INTO mixed.emptied (id, a) VALUES (%d, 'before')");
        cql("TRUNCATE mixed.emptied");
        for (int id = 0; id < rounds; id += 2)
            cql("INSERT INTO mixed.emptied (id, a) VALUES (" + id + ", 'after')");
    }

    private void recreate() {
        cql("CREATE TABLE mixed.recreated (id int PRIMARY KEY, a text)");
        repeat("INSERT INTO mixed.recreated (id, a) VALUES (%d, 'before')");
        cql("DROP TABLE mixed.recreated");
        cql("CREATE TABLE mixed.recreated (id int PRIMARY KEY, a text, b int)");
        for (int id = 0; id < rounds; id += 2)
            cql("INSERT INTO mixed.recreated (id, b) VALUES (" + id + ", 1)");
        cql("CREATE TABLE mixed.dropped (id int PRIMARY KEY, a text)");
        repeat("INSERT INTO mixed.dropped (id, a) VALUES (%d, 'gone')");
        cql("DROP TABLE mixed.dropped");
    }

    private void alter() {
        cql("CREATE TABLE mixed.altered (id int PRIMARY KEY, a text, b text)");
        repeat("INSERT INTO mixed.altered (id, a, b) VALUES (%d, 'a', 'b')");
        cql("ALTER TABLE mixed.altered ADD c int");
        repeat("UPDATE mixed.altered SET c = %1$d WHERE id = %1$d");
        cql("ALTER TABLE mixed.altered DROP b");
        cql("ALTER TABLE mixed.altered ADD b text");
        for (int id = 0; id < rounds; id += 2)
            cql("UPDATE mixed.altered SET b = 'again' WHERE id = " + id);
        cql("ALTER TABLE mixed.altered RENAME id TO key");
    }

    /** Runs the statement for each of the keys. */
    private void repeat(String format) {
        for (int id = 0; id < rounds; id++) cql(format.formatted(id));
    }

    private void cql(String statement) {
        session.execute(statement);
    }

    /** Returns the rows in the order of their keys' tokens, which is the same everywhere. */
    private List<String> rows(String query) {
        List<String> rows = new ArrayList<>();
        for (Row row : session.execute(query)) rows.add(row.getFormattedContents());
        return rows;
    }
}
