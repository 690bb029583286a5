// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which writes wait without a thread, and which keep one. */
class HeldRepliesIT {
    @TempDir Path directory;
    private FiresteelNode firesteel;

    @BeforeEach
    void placeNode() throws IOException {
        String newest = Releases.newest();
        firesteel = new FiresteelNode(directory, newest, "127.0.2.9").formatted();
    }

    @Test
    @Tag("quick")
    void onlyTheReplyToOnePlainWriteIsHeldBack() throws Exception {
        Map<String, Long> held = new LinkedHashMap<>();
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node);
                JMXConnector management = node.management()) {
            MBeanServerConnection beans = management.getMBeanServerConnection();
            createTables(session);
            long before = CommitLogGauge.of(beans, JournalMetrics.HELD_REPLIES);
            for (Map.Entry<String, Long> each : statements().entrySet()) {
                session.execute(each.getKey());
                long after = CommitLogGauge.of(beans, JournalMetrics.HELD_REPLIES);
                held.put(each.getKey(), after - before);
                before = after;
            }
            assertThat(held).isEqualTo(statements());
            PreparedStatement insert = session.prepare("INSERT INTO k.t (id, v) VALUES (?, 'p')");
            long deferred = CommitLogGauge.of(beans, JournalMetrics.DEFERRED_WRITES);
            session.execute(insert.bind(9));
            assertThat(CommitLogGauge.of(beans, JournalMetrics.HELD_REPLIES)).isEqualTo(before + 1);
            assertThat(CommitLogGauge.of(beans, JournalMetrics.DEFERRED_WRITES))
                    .isEqualTo(deferred + 1);
        }
    }

    @Test
    void noReplyIsHeldBackWhereThreadsAreToWait() throws Exception {
        requireNoneHeld(firesteel.settings().firesteel("journal_wait_for_flash", "memtable"));
    }

    /** The audit log would record a success before there is one. */
    @Test
    @Tag("full")
    void noReplyIsHeldBackWhileAnAuditLogListens() throws Exception {
        Map<String, Object> audit =
                Map.of("enabled", true, "logger", List.of(Map.of("class_name", "FileAuditLogger")));
        requireNoneHeld(firesteel.settings().setting("audit_logging_options", audit));
    }

    private static void requireNoneHeld(NodeSettings settings) throws Exception {
        try (CassandraNode node = settings.start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node);
                JMXConnector management = node.management()) {
            createTables(session);
            statements().keySet().forEach(session::execute);
            assertThat(
                            CommitLogGauge.of(
                                    management.getMBeanServerConnection(),
                                    JournalMetrics.HELD_REPLIES))
                    .isZero();
        }
    }

    private static void createTables(CqlSession session) {
        FiresteelNode.createTable(session);
        session.execute("CREATE TABLE k.counters (id int PRIMARY KEY, n counter)");
        session.execute("CREATE TABLE k.base (id int PRIMARY KEY, v text)");
        session.execute(
                "CREATE MATERIALIZED VIEW k.seen AS SELECT v, id FROM k.base"
                        + " WHERE v IS NOT NULL AND id IS NOT NULL PRIMARY KEY (v, id)");
    }

    /** Returns the statements, each with the number of its held replies. */
    private static Map<String, Long> statements() {
        String one = "INSERT INTO k.t (id, v) VALUES (1, 'a')";
        String other = "INSERT INTO k.t (id, v) VALUES (2, 'b')";
        String same = "INSERT INTO k.t (id, v) VALUES (1, 'c')";
        Map<String, Long> statements = new LinkedHashMap<>();
        statements.put(one, 1L);
        statements.put("UPDATE k.t SET v = 'd' WHERE id = 1", 1L);
        statements.put("DELETE FROM k.t WHERE id = 2", 1L);
        statements.put("BEGIN UNLOGGED BATCH " + one + "; " + same + "; APPLY BATCH", 1L);
        statements.put("BEGIN UNLOGGED BATCH " + one + "; " + other + "; APPLY BATCH", 0L);
        statements.put("BEGIN BATCH " + one + "; " + other + "; APPLY BATCH", 0L);
        statements.put("INSERT INTO k.t (id, v) VALUES (3, 'e') IF NOT EXISTS", 0L);
        statements.put("UPDATE k.counters SET n = n + 1 WHERE id = 1", 0L);
        statements.put("INSERT INTO k.base (id, v) VALUES (1, 'f')", 1L);
        statements.put("SELECT * FROM k.t", 0L);
        return statements;
    }
}
