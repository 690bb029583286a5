// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.firesteel.lab.history.HistoryLog;
import dev.firesteel.lab.history.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs clients on registers in memory, sound ones and flawed ones, and checks their histories. */
class HistoriesTest {
    private static final int CLIENTS = 4;
    private static final int CHANGES = 400;

    @TempDir Path directory;
    private final Map<Long, @Nullable Long> registers = new HashMap<>();
    private final AtomicInteger applied = new AtomicInteger();

    @Test
    void ofSoundRegistersAreLinearizable() throws Exception {
        run(this::atomically);
        Histories.Checked checked = check();
        assertThat(checked.findings()).isEmpty();
        assertThat(checked.counts()).isEqualTo(new HistoryCounts(Histories.REGISTERS, 0));
        assertThat(new Histories(directory).areOpen()).isFalse();
        assertThat(check().counts()).as("checked once").isEqualTo(HistoryCounts.NONE);
    }

    @Test
    void ofSoundRegistersThatTimeOutAreLinearizable() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        run(called -> timingOut(called, random));
        assertThat(check().findings()).isEmpty();
    }

    @Test
    void tellAChangeThatWasForgotten() throws Exception {
        AtomicBoolean isForgotten = new AtomicBoolean();
        run(called -> forgetful(called, isForgotten));
        assertThat(isForgotten).isTrue();
        Histories.Checked checked = check();
        assertThat(checked.counts().violated()).isPositive();
        assertThat(checked.findings())
                .isNotEmpty()
                .allMatch(each -> each.matches("(lost|not linearizable): register .*"));
    }

    @Test
    void tellAReadThatWasStale() throws Exception {
        Map<Long, @Nullable Long> stale = new HashMap<>();
        run(
                called -> {
                    synchronized (registers) {
                        if (called.kind() == Operation.Kind.READ && isBetween(200, 220))
                            return called.whenFound(stale.get(called.key()), System.nanoTime());
                        stale.putIfAbsent(called.key(), registers.get(called.key()));
                        return atomically(called);
                    }
                });
        assertThat(check().counts().violated()).isPositive();
    }

    /** The last change of a register is lost, and no client has noticed. */
    @Test
    void tellAChangeThatIsLostAtTheEnd() throws Exception {
        run(this::atomically);
        long key = registers.keySet().iterator().next();
        registers.put(key, null);
        Histories.Checked checked = check();
        assertThat(check())
                .as("found again, in case the result was not written")
                .isEqualTo(checked);
        assertThat(new Histories(directory).areOpen()).isTrue();
        assertThat(HistoryLog.read(directory.resolve("run-1-end.jsonl")))
                .hasSize(Histories.REGISTERS)
                .filteredOn(each -> each.key() == key)
                .singleElement()
                .matches(each -> each.isKnown() && each.found() == null);
        assertThat(checked.counts().violated()).isEqualTo(1);
        assertThat(checked.lost()).isEqualTo(1);
        assertThat(checked.findings())
                .hasSize(2)
                .allMatch(finding -> finding.contains("register " + key))
                .anyMatch(finding -> finding.contains("client -1: read: found absent"));
    }

    /** Two of three replicas must have an acknowledged change, or a later one. */
    @Test
    void tellAChangeThatAQuorumOfReplicasMisses() throws Exception {
        Histories.Run run = new Histories(directory).begin(1);
        long key = run.firstKey();
        try (HistoryLog log = run.logs().get(0)) {
            log.add(Operation.compareAndSet(0, key, null, 5, 10).whenApplied(11));
            log.add(Operation.compareAndSet(0, key, 5L, 6, 12).whenApplied(13));
            log.add(Operation.compareAndSet(0, key, 6L, 7, 14));
        }
        registers.put(key, 7L);
        Map<Long, Long> older = Map.of(key, 5L);
        Map<Long, Long> acknowledged = Map.of(key, 6L);
        Map<Long, Long> newest = Map.of(key, 7L);
        Histories.Checked lost = check(List.of(Map.of(), newest, older));
        assertThat(lost.lost()).isEqualTo(1);
        assertThat(lost.findings())
                .singleElement()
                .isEqualTo(
                        "lost: register %d, client 0: set 5 to 6: applied,".formatted(key)
                                + " the replicas have [null, 7, 5]");
        Path lastReads = directory.resolve("run-1-end.jsonl");
        assertThat(lastReads).as("a read would repair the replicas").doesNotExist();
        assertThat(check(List.of(older, acknowledged, newest)).findings()).isEmpty();
        assertThat(lastReads).exists();
    }

    /** All replicas had it after the check. */
    @Test
    void tellARegisterThatOneReplicaLosesLater() throws Exception {
        run(this::atomically);
        Map<Long, Long> values = new HashMap<>();
        registers.forEach((key, value) -> values.put(key, Objects.requireNonNull(value)));
        assertThat(check(List.of(values, values, values)).findings()).isEmpty();
        assertThat(check(List.of(values, values, values)).lost()).isZero();
        Map<Long, Long> older = new HashMap<>(values);
        Long key = values.keySet().iterator().next();
        older.remove(key);
        Histories.Checked lost = check(List.of(values, older, values));
        assertThat(lost.lost()).isEqualTo(1);
        assertThat(lost.findings())
                .singleElement()
                .asString()
                .startsWith("lost on a replica: register " + key + ", settled " + values.get(key));
    }

    @Test
    void endWhenNoNodeIsLeft() throws Exception {
        run(
                called -> {
                    throw AllNodesFailedException.fromErrors(List.of());
                });
        assertThat(check().findings()).isEmpty();
    }

    @Test
    void haveNoOutcomeOfALineThatWasCutOff() throws IOException {
        Histories histories = new Histories(directory);
        Histories.Run run = histories.begin(1);
        long key = run.firstKey();
        try (HistoryLog log = run.logs().get(0)) {
            log.add(Operation.compareAndSet(0, key, null, 5, 10));
        }
        Path file = directory.resolve("run-1-0.jsonl");
        Files.writeString(file, "{\"client\":0,\"key\":" + key, StandardOpenOption.APPEND);
        assertThat(HistoryLog.read(file)).singleElement().matches(each -> !each.isKnown());
        assertThat(histories.check(new RegisterReplicas(List.of(Map.of())), each -> 5L).findings())
                .isEmpty();
        assertThat(histories.begin(1).firstKey()).isEqualTo(key + Histories.REGISTERS);
    }

    private void run(UnaryOperator<Operation> table) throws Exception {
        Histories.Run run = new Histories(directory).begin(CLIENTS);
        AtomicBoolean stopping = new AtomicBoolean();
        SplittableRandom seeds = new SplittableRandom(3);
        ExecutorService pool = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<Void>> clients = new ArrayList<>();
            for (HistoryLog log : run.logs())
                clients.add(
                        pool.submit(
                                new RegisterClient(
                                        run.firstKey(),
                                        log,
                                        table,
                                        System::nanoTime,
                                        seeds.split(),
                                        () -> stopping.set(applied.incrementAndGet() >= CHANGES),
                                        stopping)));
            for (Future<Void> client : clients) client.get();
        } finally {
            pool.shutdownNow();
        }
    }

    private Histories.Checked check() throws IOException {
        Map<Long, Long> values = new HashMap<>();
        registers.forEach(
                (key, value) -> {
                    if (value != null) values.put(key, value);
                });
        return check(List.of(values));
    }

    private Histories.Checked check(List<Map<Long, Long>> replicas) throws IOException {
        return new Histories(directory).check(new RegisterReplicas(replicas), registers::get);
    }

    private Operation atomically(Operation called) {
        synchronized (registers) {
            Long value = registers.get(called.key());
            if (called.kind() == Operation.Kind.READ || !Objects.equals(value, called.expected()))
                return called.whenFound(value, System.nanoTime());
            registers.put(called.key(), called.value());
            return called.whenApplied(System.nanoTime());
        }
    }

    private Operation timingOut(Operation called, SplittableRandom random) {
        synchronized (registers) {
            double lot = random.nextDouble();
            if (lot < 0.01) throw new DriverTimeoutException("before it was done");
            Operation returned = atomically(called);
            if (lot < 0.02) throw new DriverTimeoutException("after it was done");
            return returned;
        }
    }

    /** Takes one change back. */
    private Operation forgetful(Operation called, AtomicBoolean isForgotten) {
        synchronized (registers) {
            Long before = registers.get(called.key());
            Operation returned = atomically(called);
            if (returned.applied() && applied.get() > 100 && isForgotten.compareAndSet(false, true))
                registers.put(called.key(), before);
            return returned;
        }
    }

    private boolean isBetween(int from, int to) {
        return applied.get() >= from && applied.get() < to;
    }
}
