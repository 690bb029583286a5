// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.Releases;
import dev.firesteel.node.Sessions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests requests in flight while a node closes its connections. A write without an answer must not
 * be executed more often with the journal than with Cassandra's own commit log in {@code batch}.
 */
@Tag("full")
class StopUnderLoadIT {
    private static final int CLIENTS = 4;
    private static final int ROUNDS = 40;

    @TempDir Path directory;

    /** Rows of writes that were executed without an answer. */
    private record Unanswered(Set<Integer> whileClosing, Set<Integer> whileDraining) {}

    @Test
    void writesAreAnsweredBeforeConnectionsClose() throws Exception {
        Unanswered stock = stop(TestedLog.BATCH);
        Unanswered journal = stop(TestedLog.JOURNAL);
        assertThat(journal.whileClosing)
                .as("stock: %s", stock.whileClosing)
                .hasSizeLessThanOrEqualTo(stock.whileClosing.size());
        assertThat(journal.whileDraining)
                .as("stock: %s", stock.whileDraining)
                .hasSizeLessThanOrEqualTo(stock.whileDraining.size());
    }

    private Unanswered stop(TestedLog log) throws Exception {
        Path root = Files.createDirectories(directory.resolve(log.name()));
        FiresteelNode firesteel = new FiresteelNode(root, Releases.newest(), "127.0.2.42");
        if (log == TestedLog.JOURNAL) firesteel.formatted();
        Load closing = new Load(0);
        Load draining = new Load(1 << 30);
        try (CassandraNode node =
                        log.settings(firesteel).start().awaitReady(FiresteelNode.PATIENCE);
                NodeBeans beans = new NodeBeans(node)) {
            try (CqlSession session = FiresteelNode.connect(node)) {
                FiresteelNode.createTable(session);
            }
            NodeBeans.StorageService service = beans.storageService();
            closing.run(
                    node,
                    () -> {
                        for (int round = 0; round < ROUNDS; round++) {
                            service.stopNativeTransport();
                            service.startNativeTransport();
                            closing.awaitSuccesses();
                        }
                    });
            draining.run(node, service::drain);
        }
        try (CassandraNode node =
                        log.settings(firesteel).start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            List<Integer> rows = FiresteelNode.ids(session, "k.t");
            return new Unanswered(closing.executed(rows), draining.executed(rows));
        }
    }

    /** An event on a node under load. */
    private interface Event {
        void happen() throws Exception;
    }

    /** Clients that insert one row after the other, over as many connections. */
    private static final class Load {
        private final AtomicInteger next;
        private final Queue<Integer> acknowledged = new ConcurrentLinkedQueue<>();
        private final Queue<Integer> unanswered = new ConcurrentLinkedQueue<>();
        private final List<AtomicInteger> successes = new ArrayList<>();
        private volatile boolean over;

        private Load(int firstId) {
            next = new AtomicInteger(firstId);
        }

        private void run(CassandraNode node, Event event) throws Exception {
            ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            try (CqlSession session = connect(node)) {
                for (int i = 0; i < CLIENTS; i++) {
                    AtomicInteger mine = new AtomicInteger();
                    successes.add(mine);
                    clients.add(CompletableFuture.runAsync(() -> insert(session, mine), threads));
                }
                awaitSuccesses();
                event.happen();
                over = true;
                for (CompletableFuture<Void> client : clients)
                    client.get(FiresteelNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } finally {
                over = true;
                threads.shutdown();
            }
        }

        private void insert(CqlSession session, AtomicInteger mine) {
            while (!over) {
                int id = next.getAndIncrement();
                try {
                    session.execute("INSERT INTO k.t (id, v) VALUES (" + id + ", 'v')");
                    acknowledged.add(id);
                    mine.incrementAndGet();
                } catch (ClosedConnectionException e) {
                    unanswered.add(id);
                } catch (DriverException e) {
                    // The node has answered that it is stopping, or the request was not sent.
                }
            }
        }

        /** Waits until each client has inserted another row. */
        private void awaitSuccesses() {
            List<Integer> before = successes.stream().map(AtomicInteger::get).toList();
            await().atMost(FiresteelNode.PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> haveRisen(before));
        }

        private boolean haveRisen(List<Integer> before) {
            return IntStream.range(0, CLIENTS)
                    .allMatch(client -> successes.get(client).get() > before.get(client));
        }

        /**
         * Returns the unanswered writes that were executed; asserts that no answered one is
         * missing.
         */
        private Set<Integer> executed(List<Integer> rows) {
            Set<Integer> found = new HashSet<>(rows);
            assertThat(found).containsAll(acknowledged);
            found.retainAll(new HashSet<>(unanswered));
            return found;
        }
    }

    private static CqlSession connect(CassandraNode node) {
        return Sessions.connect(
                node,
                Sessions.options()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(30))
                        .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, CLIENTS)
                        .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                        .withString(
                                DefaultDriverOption.RECONNECTION_POLICY_CLASS,
                                "ConstantReconnectionPolicy")
                        .withDuration(
                                DefaultDriverOption.RECONNECTION_BASE_DELAY,
                                Duration.ofMillis(20)));
    }
}
