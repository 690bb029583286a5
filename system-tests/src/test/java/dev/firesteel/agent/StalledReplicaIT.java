// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static dev.firesteel.agent.StalledCluster.DONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import dev.firesteel.node.SuspendedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the clients of three replicas when the log drive of one stalls or fails. The results must
 * match for journals and for Cassandra's own commit logs in {@code batch}, so both are tested.
 */
@Tag("full")
class StalledReplicaIT {
    private static final List<String> ADDRESSES = List.of("127.0.2.35", "127.0.2.36", "127.0.2.37");

    /** The node with the drive, and the others. */
    private static final int FIRST = 0;

    private static final int SECOND = 1;
    private static final int THIRD = 2;

    private static final int WRITES = 50;
    private static final int SOME = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir Path directory;

    @SuppressWarnings("NullAway.Init") // set at the start of the test
    private StalledCluster cluster;

    private TestedLog log = TestedLog.JOURNAL;
    private int nextId;
    private final List<Integer> acknowledged = new ArrayList<>();

    @Test
    void aReplicaWithoutItsLogDriveCostsNoPromise() throws Exception {
        losesItsLogDrive(TestedLog.JOURNAL);
    }

    @Test
    void stockKeepsTheSamePromises() throws Exception {
        losesItsLogDrive(TestedLog.BATCH);
    }

    private void losesItsLogDrive(TestedLog kind) throws Exception {
        log = kind;
        try (StalledCluster started = StalledCluster.start(directory, ADDRESSES, kind)) {
            cluster = started;
            acknowledge(inserts(FIRST, ALL, 1));
            try (SuspendedProcess stall = cluster.drive.stall()) {
                twoOtherReplicasAreAQuorum();
                allReplicasAreNotToBeHad();
                otherCoordinatorsWriteHints();
                lightweightTransactionsGoOn();
                loggedBatchesNeedTheirBatchLog();
            }
            acknowledge(inserts(FIRST, ALL, 1));
            assertThat(cluster.ids(FIRST, ALL)).containsAll(acknowledged);
            noQuorumReadGoesBack();
            aFailedDriveLeavesAQuorum();
        }
    }

    /** Sends one request after the other. */
    private List<String> each(int count, IntFunction<CompletableFuture<AsyncResultSet>> request)
            throws Exception {
        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            outcomes.add(StalledCluster.outcome(request.apply(nextId)));
            if (outcomes.get(i).equals(DONE)) acknowledged.add(nextId);
            nextId++;
        }
        return outcomes;
    }

    private List<String> inserts(int through, ConsistencyLevel level, int count) throws Exception {
        return each(count, id -> cluster.insert(through, id, level));
    }

    private static void acknowledge(List<String> outcomes) {
        assertThat(outcomes).containsOnly(DONE);
    }

    /**
     * Asserts that nearly all requests succeeded. Cassandra may run a replica's own work on the
     * thread of the request, if other work is queued at that moment. That request then gets no
     * answer.
     */
    private static void acknowledgeNearlyAll(List<String> outcomes) {
        assertThat(outcomes)
                .filteredOn(DONE::equals)
                .as(outcomes.toString())
                .hasSizeGreaterThanOrEqualTo(outcomes.size() * 8 / 10);
    }

    private void twoOtherReplicasAreAQuorum() throws Exception {
        List<Long> micros = new ArrayList<>();
        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < WRITES; i++) {
            long began = System.nanoTime(); // owns clock
            outcomes.addAll(inserts(FIRST, QUORUM, 1));
            micros.add((System.nanoTime() - began) / 1_000); // owns clock
        }
        System.out.printf(
                "%s: %d of %d writes at QUORUM through the node whose drive stalls, median %d us,"
                        + " most %d us%n",
                log,
                outcomes.stream().filter(DONE::equals).count(),
                WRITES,
                micros.stream().sorted().skip(WRITES / 2).findFirst().orElseThrow(),
                micros.stream().max(Long::compare).orElseThrow());
        if (log == TestedLog.BATCH) acknowledgeNearlyAll(outcomes);
        else acknowledge(outcomes);
    }

    private void allReplicasAreNotToBeHad() throws Exception {
        long hints = cluster.hints(FIRST);
        List<CompletableFuture<AsyncResultSet>> requests = new ArrayList<>();
        for (int i = 0; i < SOME; i++) requests.add(cluster.insert(FIRST, nextId++, ALL));
        for (CompletableFuture<AsyncResultSet> request : requests)
            assertThat(StalledCluster.outcome(request)).isEqualTo("SIMPLE timeout, 2 of 3");
        // It writes no hints for itself.
        assertThat(cluster.hints(FIRST)).isEqualTo(hints);
    }

    private void otherCoordinatorsWriteHints() throws Exception {
        long hints = cluster.hints(SECOND);
        acknowledge(inserts(SECOND, ONE, SOME));
        acknowledge(inserts(SECOND, QUORUM, SOME));
        await().atMost(PATIENCE).until(() -> cluster.hints(SECOND) - hints == 2 * SOME);
    }

    private void lightweightTransactionsGoOn() throws Exception {
        String cql = "INSERT INTO k.t (id, v) VALUES (%d, 'x') IF NOT EXISTS";
        acknowledge(each(SOME, id -> cluster.send(SECOND, cql.formatted(id), QUORUM)));
        acknowledgeNearlyAll(each(SOME, id -> cluster.send(FIRST, cql.formatted(id), QUORUM)));
    }

    /** A coordinator stores a batch on two other nodes before it writes any of it. */
    private void loggedBatchesNeedTheirBatchLog() throws Exception {
        String cql =
                "BEGIN BATCH INSERT INTO k.t (id, v) VALUES (%1$d, 'x');"
                        + " INSERT INTO k.t (id, v) VALUES (-%1$d, 'x'); APPLY BATCH";
        acknowledgeNearlyAll(each(SOME, id -> cluster.send(FIRST, cql.formatted(id), QUORUM)));
        assertThat(each(1, id -> cluster.send(SECOND, cql.formatted(id), QUORUM)))
                .containsOnly("BATCH_LOG timeout, 1 of 2");
    }

    /**
     * Writes rows to the first replica only; they are not on its drive at the power cut. If a
     * QUORUM read returns one before, each QUORUM read must return it afterwards.
     */
    private void noQuorumReadGoesBack() throws Exception {
        cluster.disableHints(FIRST);
        cluster.node(SECOND).suspend();
        cluster.node(THIRD).suspend();
        cluster.awaitSeen(FIRST, SECOND, false);
        cluster.awaitSeen(FIRST, THIRD, false);
        cluster.drive.stall(); // ends at the power cut
        List<Integer> lost = IntStream.range(nextId, nextId += SOME).boxed().toList();
        List<CompletableFuture<AsyncResultSet>> requests = new ArrayList<>();
        for (int id : lost) requests.add(cluster.insert(FIRST, id, ONE));
        cluster.node(SECOND).resume();
        cluster.awaitSeen(FIRST, SECOND, true);
        List<Integer> before = quorumReads(FIRST);
        assertThat(requests).noneMatch(one -> one.isDone() && !one.isCompletedExceptionally());
        cluster.node(THIRD).resume();
        cluster.powerCycleFirst();
        cluster.node(SECOND).suspend();
        cluster.awaitSeen(THIRD, SECOND, false);
        cluster.awaitSeen(THIRD, FIRST, true);
        List<Integer> after = quorumReads(THIRD);
        cluster.node(SECOND).resume();
        cluster.awaitSeen(FIRST, SECOND, true);
        cluster.awaitSeen(FIRST, THIRD, true);
        assertThat(after).containsAll(before);
        assertThat(before).containsAll(acknowledged).doesNotContainAnyElementsOf(lost);
    }

    private List<Integer> quorumReads(int through) throws Exception {
        List<Integer> seen = new ArrayList<>();
        for (int read = 0; read < 3; read++) {
            seen.addAll(cluster.ids(through, QUORUM));
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return seen.stream().distinct().toList();
    }

    private void aFailedDriveLeavesAQuorum() throws Exception {
        acknowledge(inserts(FIRST, ALL, 1));
        cluster.drive.fail();
        acknowledge(inserts(FIRST, QUORUM, SOME));
        String all = inserts(FIRST, ALL, 1).get(0);
        System.out.printf("%s: a write at ALL after the drive has failed: %s%n", log, all);
        assertThat(all).isNotEqualTo(DONE);
        assertThat(cluster.ids(FIRST, ONE)).isNotEmpty();
        assertThat(cluster.ids(FIRST, QUORUM)).containsAll(acknowledged);
        cluster.node(FIRST).kill();
        // Until the node is marked as down, a read may wait for it in vain.
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(DriverException.class)
                .untilAsserted(
                        () -> assertThat(cluster.ids(SECOND, QUORUM)).containsAll(acknowledged));
    }
}
