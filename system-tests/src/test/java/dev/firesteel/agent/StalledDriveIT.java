// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static java.time.temporal.ChronoUnit.MICROS;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.Releases;
import dev.firesteel.node.Sessions;
import dev.firesteel.node.SuspendedProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the clients of a node whose log drive stalls for a while. The results must match for the
 * journal and for Cassandra's own commit log in {@code batch}, so both are tested. All tests share
 * one node of each, and each has its own rows.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StalledDriveIT {
    private static final Duration SOON = Duration.ofSeconds(1);

    /** Cassandra's timeout, plus a margin for a slow machine. */
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration LATEST = Duration.ofSeconds(8);

    /** Cassandra's default. */
    private static final int REQUEST_THREADS = 128;

    /** More rows than a test writes. */
    private static final int ROWS = 10_000;

    @TempDir static Path directory;
    private final Map<TestedLog, Subject> subjects = new EnumMap<>(TestedLog.class);
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** A node on its own drive, and two clients. */
    private final class Subject {
        private final FiresteelNode firesteel;
        private final LogDrive drive;
        private final CassandraNode node;
        private final CqlSession writer;
        private final CqlSession reader;
        private final NodeBeans beans;
        private int base;

        private Subject(TestedLog log) throws Exception {
            Path home = Files.createDirectories(directory.resolve(log.name()));
            String address = log == TestedLog.JOURNAL ? "127.0.2.34" : "127.0.2.41";
            drive = opened(LogDrive.in(home));
            firesteel = new FiresteelNode(home.resolve("node"), Releases.newest(), address);
            node =
                    opened(
                            drive.settings(firesteel, log)
                                    .setting("concurrent_writes", REQUEST_THREADS)
                                    .start());
            node.awaitReady(FiresteelNode.PATIENCE);
            writer = opened(connect(node));
            reader = opened(connect(node));
            beans = opened(new NodeBeans(node));
            FiresteelNode.createTable(writer);
        }

        private Subject withRowsOfItsOwn() {
            base += ROWS;
            return this;
        }

        private String statement(int id, String value) {
            return "INSERT INTO k.t (id, v) VALUES (%d, '%s')".formatted(base + id, value);
        }

        private CompletableFuture<AsyncResultSet> insert(int id) {
            return insert(id, "x");
        }

        private CompletableFuture<AsyncResultSet> insert(int id, String value) {
            return writer.executeAsync(statement(id, value)).toCompletableFuture();
        }

        /** Returns the rows of this test that a client reads. */
        private List<Integer> ids(CqlSession client) {
            return FiresteelNode.ids(client, "k.t").stream()
                    .map(id -> id - base)
                    .filter(id -> id >= 0)
                    .toList();
        }

        private List<Integer> ids() {
            return ids(reader);
        }

        private long held() throws Exception {
            return CommitLogGauge.of(beans.server, JournalMetrics.REPLIES_HELD_NOW);
        }

        /** Returns the number of entries that have not reached the drive. */
        private long pending() throws Exception {
            return CommitLogGauge.of(beans.server, "PendingTasks");
        }
    }

    private Subject subject(TestedLog log) throws Exception {
        Subject subject = subjects.get(log);
        if (subject == null) {
            subject = new Subject(log);
            subjects.put(log, subject);
        }
        return subject.withRowsOfItsOwn();
    }

    @AfterAll
    void leaveNothing() throws Exception {
        while (!opened.isEmpty()) opened.pop().close();
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.push(resource);
        return resource;
    }

    private static CqlSession connect(CassandraNode node) {
        return Sessions.connect(
                node,
                Sessions.options()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(2))
                        .withDuration(DefaultDriverOption.HEARTBEAT_INTERVAL, Duration.ofHours(1))
                        .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ZERO));
    }

    @ParameterizedTest
    @EnumSource
    void noReaderSeesWhatACrashWouldTakeBack(TestedLog log) throws Exception {
        Subject subject = subject(log);
        subject.insert(1).join();
        assertThat(subject.ids()).containsExactly(1);
        List<CompletableFuture<AsyncResultSet>> inserts = new ArrayList<>();
        try (SuspendedProcess stall = subject.drive.stall()) {
            for (int id = 2; id < 12; id++) inserts.add(subject.insert(id));
            for (int read = 0; read < 10; read++) {
                assertThat(subject.ids()).containsExactly(1);
                TimeUnit.MILLISECONDS.sleep(50);
            }
            assertThat(inserts)
                    .noneMatch(each -> each.isDone() && !each.isCompletedExceptionally());
        }
        // The next test must begin with none in flight.
        await().until(() -> inserts.stream().allMatch(CompletableFuture::isDone));
    }

    @Test
    void writesTimeOutAndEverythingElseGoesOn() throws Exception {
        Subject subject = subject(TestedLog.JOURNAL);
        subject.insert(0).join();
        long timeouts = subject.beans.clientWrites("Timeouts");
        try (SuspendedProcess stall = subject.drive.stall()) {
            long began = System.nanoTime(); // owns clock
            List<CompletableFuture<AsyncResultSet>> inserts = new ArrayList<>();
            for (int id = 1; id <= 10; id++) inserts.add(subject.insert(id));
            await().until(() -> subject.held() == 10);
            for (int read = 0; read < 20; read++) {
                long asked = System.nanoTime(); // owns clock
                assertThat(subject.ids()).containsExactly(0);
                assertThat(since(asked)).isLessThan(SOON);
            }
            inserts.forEach(StalledDriveIT::assertTimedOut);
            assertThat(since(began)).isBetween(WRITE_TIMEOUT, LATEST);
            assertThat(subject.beans.clientWrites("Timeouts")).isEqualTo(timeouts + 10);
            await().until(() -> subject.held() == 0);
            // On the same connection: no failed write has closed it.
            assertThat(subject.ids(subject.writer)).containsExactly(0);
        }
        subject.insert(11).join();
        assertThat(subject.ids()).hasSize(12);
    }

    private static void assertTimedOut(TestedLog log, CompletableFuture<AsyncResultSet> insert)
            throws Exception {
        if (log == TestedLog.BATCH) assumeAnswered(insert);
        assertTimedOut(insert);
    }

    /**
     * Stock may run the write of its own replica on the thread of the request. That thread waits
     * for the drive, and the request gets no answer, not even a timeout.
     */
    private static void assumeAnswered(CompletableFuture<AsyncResultSet> insert) throws Exception {
        try {
            boolean unused =
                    insert.handle((rows, failure) -> true)
                            .get(LATEST.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            abort("stock answers this write only once the drive does");
        }
    }

    private static void assertTimedOut(CompletableFuture<AsyncResultSet> insert) {
        WriteTimeoutException timeout = timeout(insert);
        assertThat(timeout.getReceived()).isZero();
        assertThat(timeout.getBlockFor()).isEqualTo(1);
    }

    private static WriteTimeoutException timeout(CompletableFuture<AsyncResultSet> insert) {
        Throwable failure = catchThrowable(insert::join);
        assertThat(failure)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(WriteTimeoutException.class);
        return (WriteTimeoutException) requireNonNull(failure.getCause());
    }

    @Test
    void requestsAreAnsweredBeforeTheNodeClosesItsConnections() throws Exception {
        Subject subject = subject(TestedLog.JOURNAL);
        NodeBeans.StorageService service = subject.beans.storageService();
        try (SuspendedProcess stall = subject.drive.stall()) {
            CompletableFuture<AsyncResultSet> insert = subject.insert(1);
            await().until(() -> subject.held() == 1);
            service.stopNativeTransport();
            assertTimedOut(insert);
        }
        service.startNativeTransport();
        // Both clients reconnect.
        await().ignoreExceptions().until(() -> subject.insert(2).join() != null);
        await().ignoreExceptions().until(() -> subject.ids().size() == 2);
    }

    /** The values of nodetool proxyhistograms, and of the memtable write in tablehistograms. */
    @ParameterizedTest
    @EnumSource
    void theLatencyOfAWriteContainsItsWaitForTheDrive(TestedLog log) throws Exception {
        Subject subject = subject(log);
        long writes = subject.beans.clientWrites("Latency");
        Duration latency = subject.beans.writeLatency();
        long coordinated = subject.beans.writes("CoordinatorWriteLatency");
        long local = subject.beans.writes("WriteLatency");
        CompletableFuture<AsyncResultSet> insert;
        Duration waited;
        try (SuspendedProcess stall = subject.drive.stall()) {
            insert = subject.insert(1);
            await().until(() -> subject.pending() > 0);
            long began = System.nanoTime(); // owns clock
            while (since(began).compareTo(SOON.dividedBy(2)) < 0)
                assertThat(subject.ids()).isEmpty();
            waited = since(began);
        }
        insert.join();
        assertThat(subject.beans.clientWrites("Latency")).isEqualTo(writes + 1);
        assertThat(subject.beans.writeLatency().minus(latency)).isGreaterThan(waited);
        try (SuspendedProcess stall = subject.drive.stall()) {
            assertTimedOut(log, subject.insert(2));
        }
        assertThat(subject.beans.writeLatency().minus(latency)).isGreaterThan(waited.plus(SOON));
        assertThat(subject.beans.writes("CoordinatorWriteLatency")).isEqualTo(coordinated + 2);
        await().until(() -> subject.ids().size() == 2);
        // Writes of other tests that timed out may still be applied.
        assertThat(subject.beans.writes("WriteLatency")).isGreaterThanOrEqualTo(local + 2);
    }

    @ParameterizedTest
    @EnumSource
    void noLogContainsASuccessOfAWriteThatTimedOut(TestedLog log) throws Exception {
        Subject subject = subject(log);
        try (QueryLogs logs = new QueryLogs(subject.firesteel, subject.beans)) {
            subject.insert(1, "before").join();
            logs.assertSuccess(subject.statement(1, "before"));
            try (SuspendedProcess stall = subject.drive.stall()) {
                assertTimedOut(log, subject.insert(2, "meanwhile"));
                assertThat(subject.ids()).containsExactly(1);
            }
            subject.insert(3, "after").join();
            logs.assertSuccess(subject.statement(3, "after"));
            logs.assertFailure(subject.statement(2, "meanwhile"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTraceLastsUntilTheWriteHasTimedOut(TestedLog log) throws Exception {
        Subject subject = subject(log);
        String insert = subject.statement(1, "traced");
        try (SuspendedProcess stall = subject.drive.stall()) {
            SimpleStatement traced = SimpleStatement.newInstance(insert).setTracing(true);
            assertTimedOut(log, subject.writer.executeAsync(traced).toCompletableFuture());
            assertThat(subject.ids()).isEmpty();
        }
        await().untilAsserted(
                        () ->
                                assertThat(traces(subject.reader, insert))
                                        .singleElement()
                                        .satisfies(
                                                micros ->
                                                        assertThat(Duration.of(micros, MICROS))
                                                                .isGreaterThan(SOON)));
    }

    /** Returns the durations of the traces of a statement. */
    private static List<Integer> traces(CqlSession session, String statement) {
        return session
                .execute("SELECT parameters, duration FROM system_traces.sessions")
                .all()
                .stream()
                .filter(
                        row ->
                                statement.equals(
                                        requireNonNull(row.getMap(0, String.class, String.class))
                                                .get("query")))
                .map(row -> row.getInt(1))
                .toList();
    }

    /** The writes outnumber the request threads, and their bytes exceed a record. */
    @Test
    void readsGoOnHoweverManyWritesWait() throws Exception {
        Subject subject = subject(TestedLog.JOURNAL);
        subject.insert(0).join();
        List<CompletableFuture<AsyncResultSet>> inserts = new ArrayList<>();
        try (SuspendedProcess stall = subject.drive.stall()) {
            for (int id = 1; id <= 1_000; id++)
                inserts.add(subject.insert(id, "x".repeat(1 << 10)));
            while (!inserts.stream().allMatch(CompletableFuture::isDone)) {
                assertThat(subject.ids()).containsExactly(0);
                // The request that drivers send as a heartbeat.
                subject.node.awaitReady(LATEST);
                TimeUnit.MILLISECONDS.sleep(50);
            }
            inserts.forEach(StalledDriveIT::timeout);
        }
        subject.insert(0).join();
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos); // owns clock
    }
}
