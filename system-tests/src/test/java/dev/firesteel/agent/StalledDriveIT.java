// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.Releases;
import dev.firesteel.node.Sessions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What clients see of a node whose log drive does not answer for a while: with the journal as with
 * Cassandra's own commit log in {@code batch}, which is why both are tried.
 */
class StalledDriveIT {
    private static final String ADDRESS = "127.0.2.34";
    private static final Duration SOON = Duration.ofSeconds(1);

    /** Of Cassandra, and what a slow machine may add. */
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration LATEST = Duration.ofSeconds(8);

    @TempDir Path directory;
    private LogDrive drive;
    private FiresteelNode firesteel;

    @BeforeEach
    void makeDrive() throws Exception {
        drive = LogDrive.in(directory);
        firesteel = new FiresteelNode(directory.resolve("node"), Releases.newest(), ADDRESS);
    }

    @AfterEach
    void leaveNothing() throws Exception {
        if (drive != null) drive.close();
    }

    private CassandraNode start(String log) throws Exception {
        return drive.settings(firesteel, log).start().awaitReady(FiresteelNode.PATIENCE);
    }

    private static CqlSession connect(CassandraNode node) {
        return Sessions.connect(
                node,
                Sessions.options()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(2))
                        .withDuration(DefaultDriverOption.HEARTBEAT_INTERVAL, Duration.ofHours(1))
                        .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ZERO));
    }

    private static CompletableFuture<AsyncResultSet> insert(CqlSession session, int id) {
        return session.executeAsync("INSERT INTO k.t (id, v) VALUES (" + id + ", 'x')")
                .toCompletableFuture();
    }

    private static List<Integer> ids(CqlSession session) {
        return FiresteelNode.ids(session, "k.t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"journal", "batch"})
    void noReaderSeesWhatACrashWouldTakeBack(String log) throws Exception {
        try (CassandraNode node = start(log);
                CqlSession writer = connect(node);
                CqlSession reader = connect(node)) {
            FiresteelNode.createTable(writer);
            insert(writer, 1).join();
            assertThat(ids(reader)).containsExactly(1);
            List<CompletableFuture<AsyncResultSet>> inserts = new ArrayList<>();
            try (LogDrive.Stall stall = drive.stall()) {
                for (int id = 2; id < 12; id++) inserts.add(insert(writer, id));
                for (int read = 0; read < 10; read++) {
                    assertThat(ids(reader)).containsExactly(1);
                    TimeUnit.MILLISECONDS.sleep(50);
                }
                assertThat(inserts)
                        .noneMatch(each -> each.isDone() && !each.isCompletedExceptionally());
            }
        }
    }

    @Test
    void writesTimeOutAndEverythingElseGoesOn() throws Exception {
        try (CassandraNode node = start("journal");
                CqlSession session = connect(node);
                JMXConnector management = node.management()) {
            MBeanServerConnection beans = management.getMBeanServerConnection();
            FiresteelNode.createTable(session);
            insert(session, 0).join();
            long timeouts = timeouts(beans);
            try (LogDrive.Stall stall = drive.stall()) {
                long began = System.nanoTime(); // owns clock
                List<CompletableFuture<AsyncResultSet>> inserts = new ArrayList<>();
                for (int id = 1; id <= 10; id++) inserts.add(insert(session, id));
                await().until(() -> held(beans) == 10);
                for (int read = 0; read < 20; read++) {
                    long asked = System.nanoTime(); // owns clock
                    assertThat(ids(session)).containsExactly(0);
                    assertThat(since(asked)).isLessThan(SOON);
                }
                inserts.forEach(StalledDriveIT::assertTimedOut);
                assertThat(since(began)).isBetween(WRITE_TIMEOUT, LATEST);
                assertThat(timeouts(beans)).isEqualTo(timeouts + 10);
                assertThat(held(beans)).isZero();
                // The same connection, which no failed write has closed.
                assertThat(ids(session)).containsExactly(0);
            }
            insert(session, 11).join();
            assertThat(ids(session)).hasSize(12);
        }
    }

    private static void assertTimedOut(CompletableFuture<AsyncResultSet> insert) {
        Throwable failure = catchThrowable(insert::join);
        assertThat(failure)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(WriteTimeoutException.class);
        WriteTimeoutException timeout = (WriteTimeoutException) requireNonNull(failure.getCause());
        assertThat(timeout.getReceived()).isZero();
        assertThat(timeout.getBlockFor()).isEqualTo(1);
    }

    @Test
    void requestsAreAnsweredBeforeTheNodeClosesItsConnections() throws Exception {
        try (CassandraNode node = start("journal");
                CqlSession session = connect(node);
                JMXConnector management = node.management()) {
            MBeanServerConnection beans = management.getMBeanServerConnection();
            FiresteelNode.createTable(session);
            try (LogDrive.Stall stall = drive.stall()) {
                CompletableFuture<AsyncResultSet> insert = insert(session, 1);
                await().until(() -> held(beans) == 1);
                beans.invoke(
                        new ObjectName("org.apache.cassandra.db:type=StorageService"),
                        "stopNativeTransport",
                        new Object[0],
                        new String[0]);
                assertTimedOut(insert);
            }
        }
    }

    private static long held(MBeanServerConnection beans) throws Exception {
        return CommitLogGauge.of(beans, JournalMetrics.REPLIES_HELD_NOW);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos); // owns clock
    }

    private static long timeouts(MBeanServerConnection beans) throws Exception {
        return (Long)
                beans.getAttribute(
                        new ObjectName(
                                "org.apache.cassandra.metrics:type=ClientRequest,scope=Write,"
                                        + "name=Timeouts"),
                        "Count");
    }
}
