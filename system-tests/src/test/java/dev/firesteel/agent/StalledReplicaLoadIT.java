// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static dev.firesteel.agent.StalledCluster.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.node.SuspendedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Measures the effect of stalls of one log drive on a light load at QUORUM, through three replicas
 * in turn. Prints a row for each stall, for journals and for Cassandra's own commit logs.
 */
@Tag("full")
class StalledReplicaLoadIT {
    private static final List<String> ADDRESSES = List.of("127.0.2.38", "127.0.2.39", "127.0.2.40");
    private static final int CLIENTS = 8;
    private static final long PAUSE_MILLIS = 20;
    private static final Duration CALM = Duration.ofSeconds(5);
    private static final List<Duration> STALLS =
            List.of(
                    Duration.ofMillis(200),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(30));

    /** A write with its outcome, and the times of its request and answer. */
    private record Write(int id, int through, String outcome, long began, long ended) {
        private long millis() {
            return TimeUnit.NANOSECONDS.toMillis(ended - began);
        }

        private String where() {
            return " through node " + (through + 1);
        }
    }

    @TempDir Path directory;
    private final AtomicInteger nextId = new AtomicInteger();
    private final Queue<Write> writes = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;

    @ParameterizedTest
    @EnumSource
    void noAcknowledgedWriteIsMissing(TestedLog log) throws Exception {
        try (StalledCluster cluster = StalledCluster.start(directory, ADDRESSES, log)) {
            ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) running.add(clients.submit(() -> write(cluster)));
            for (Duration stall : STALLS) {
                TimeUnit.NANOSECONDS.sleep(CALM.toNanos());
                long began = System.nanoTime(); // owns clock
                try (SuspendedProcess one = cluster.drive.stall()) {
                    TimeUnit.NANOSECONDS.sleep(stall.toNanos());
                }
                print(log, stall, began, System.nanoTime()); // owns clock
            }
            ended = true;
            for (Future<?> client : running) client.get();
            clients.shutdown();
            List<Integer> acknowledged =
                    writes.stream()
                            .filter(write -> write.outcome.equals(DONE))
                            .map(Write::id)
                            .toList();
            assertThat(cluster.ids(1, ALL)).containsAll(acknowledged);
        }
    }

    private Void write(StalledCluster cluster) throws Exception {
        while (!ended) {
            int id = nextId.getAndIncrement();
            int through = id % ADDRESSES.size();
            long began = System.nanoTime(); // owns clock
            String outcome = StalledCluster.outcome(cluster.insert(through, id, QUORUM));
            writes.add(new Write(id, through, outcome, began, System.nanoTime())); // owns clock
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        return null;
    }

    private void print(TestedLog log, Duration stall, long began, long until) throws Exception {
        // Requests sent in the stall must be answered or time out.
        TimeUnit.NANOSECONDS.sleep(CALM.toNanos());
        List<Write> during =
                writes.stream()
                        .filter(write -> write.began < until && write.ended > began)
                        .toList();
        Map<String, Integer> errors = new TreeMap<>();
        for (Write write : during)
            if (!write.outcome.equals(DONE))
                errors.merge(write.outcome + write.where(), 1, Integer::sum);
        List<Write> done =
                during.stream()
                        .filter(write -> write.outcome.equals(DONE))
                        .sorted(Comparator.comparing(Write::millis))
                        .toList();
        Write longest = done.get(done.size() - 1);
        System.out.printf(
                "| %s | %d ms | %d acknowledged | median %d ms | longest %d ms%s, %d ms after the"
                        + " stall began | errors %s |%n",
                log,
                stall.toMillis(),
                done.size(),
                done.get(done.size() / 2).millis(),
                longest.millis(),
                longest.where(),
                TimeUnit.NANOSECONDS.toMillis(longest.began - began),
                errors);
    }
}
