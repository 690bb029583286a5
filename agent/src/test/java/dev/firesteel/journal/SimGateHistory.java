// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import dev.firesteel.agent.DeferredWrite;
import dev.firesteel.agent.SimGate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.apache.cassandra.db.WriteContext;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.jspecify.annotations.Nullable;

/**
 * One history of clients that write and read through the gate, fully decided by a seed. It has
 * several lives. A crash takes the table back to what was flushed, and a replay of the journal.
 *
 * <p>The journal, the deferred writes and the held replies are the real ones. The rest of the node
 * is simulated: requests, the thread that checks timeouts, flushes, connections.
 */
final class SimGateHistory {
    /** The fault of the drive in one life, besides power cuts. */
    private enum Weather {
        CALM,
        WRITE_ERROR,
        HANGING_WRITE
    }

    private enum Answer {
        WRITTEN,
        FAILED,
        TIMED_OUT
    }

    private static final int MAX_RECORDS_IN_FLIGHT = 4;
    private static final int MAX_WRITES_PER_CLIENT = 12;
    private static final long MILLI = 1_000_000;

    private final long seed;
    private final SimRandom random;
    private final Weather weather;
    private final SimDisk disk;
    private final int recordsInFlight;

    /** The interval of everything that checks repeatedly, in nanoseconds. */
    private final long tick;

    private final Map<String, Long> counts = new TreeMap<>();

    /** Rows that must survive: acknowledged, or seen by a reader. */
    private final Set<Integer> promised = new HashSet<>();

    /** Rows that no longer need the journal. */
    private final Set<Integer> flushed = new HashSet<>();

    private int writes;
    private int lives;

    private SimGateHistory(long seed) throws IOException {
        this.seed = seed;
        this.random = new SimRandom(seed);
        this.weather =
                random.oneIn(2)
                        ? Weather.CALM
                        : random.oneIn(2) ? Weather.WRITE_ERROR : Weather.HANGING_WRITE;
        this.recordsInFlight = random.between(1, MAX_RECORDS_IN_FLIGHT);
        this.tick =
                weather == Weather.HANGING_WRITE || random.oneIn(3)
                        ? 20 * MILLI
                        : random.oneIn(2) ? MILLI : MILLI / 10;
        Geometry geometry =
                new Geometry(SimDisk.BLOCK_BYTES, SimDisk.BLOCK_BYTES * random.between(8, 14));
        int slots = JournalFormat.MIN_SEGMENTS;
        this.disk = new SimDisk(geometry.deviceBytes(slots), false, random);
        Simulation.format(disk, geometry, slots, new UUID(1, seed));
    }

    /**
     * Runs the history of a seed.
     *
     * @return counts by name, to be added up
     * @throws AssertionError if it breaks a promise
     */
    static Map<String, Long> run(long seed) throws IOException {
        SimGateHistory history = new SimGateHistory(seed);
        try {
            history.live();
        } catch (Exception | Error e) {
            throw new AssertionError(
                    "seed "
                            + seed
                            + " (mvn test -pl agent -am -Dtest=GateSimulationTest"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -Dfiresteel.seeds=1"
                            + " -Dfiresteel.seed="
                            + seed
                            + "), "
                            + history.weather
                            + ", life "
                            + history.lives
                            + ": "
                            + (e instanceof AssertionError ? e.getMessage() : e),
                    e);
        }
        return history.counts;
    }

    private void count(String name) {
        counts.merge(name, 1L, Long::sum);
    }

    private void live() throws IOException {
        int planned = random.between(1, 3);
        int foulLife = random.below(planned);
        while (lives < planned) {
            SimScheduler scheduler = new SimScheduler(random, SimScheduler.Manner.of(random));
            disk.connect(scheduler, faults(lives == foulLife));
            switch (random.below(4)) {
                case 0 -> scheduler.haltAfter(random.between(1, 2_000));
                case 1 -> scheduler.haltAfter(random.between(1, 12_000));
                case 2 -> disk.cutPowerAtWrite(random.between(1, 60));
                default -> {}
            }
            lives++;
            count("lives");
            Life life = new Life(scheduler);
            life.run();
            disk.settle();
            disk.connect(null, new SimDisk.Faults());
            Set<Integer> left = new HashSet<>(flushed);
            JournalReader.read(disk, null, new Rows(left));
            for (int row : promised)
                if (!left.contains(row))
                    throw new AssertionError("a reader or client has seen row " + row + ", lost");
        }
    }

    private SimDisk.Faults faults(boolean foul) {
        SimDisk.Faults faults = new SimDisk.Faults();
        faults.errorsStay = random.oneIn(3);
        faults.errorAfterEffect = random.oneIn(2);
        faults.errorAfterPart = random.oneIn(2);
        int write = random.between(10, 60); // an opening takes ten
        if (foul && weather == Weather.WRITE_ERROR) faults.writeErrorAt = write;
        if (foul && weather == Weather.HANGING_WRITE) faults.hangingWriteAt = write;
        return faults;
    }

    /** Collects the rows of a replay. */
    private record Rows(Set<Integer> found) implements ReplayHandler {
        @Override
        public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {
            found.add(entry.getInt(entry.position()));
        }

        @Override
        public void damage(Damage damage) {
            throw new AssertionError("damage on a sound drive: " + damage);
        }
    }

    /** A client's request to write a row. */
    private final class Write {
        private final int row = writes++;
        private final Thread client;
        private final long deadline;
        private @Nullable Answer outcome;
        private int applied;
        private int ended;
        private int computed;
        private int answers;

        /** True if its client waits for the held reply. */
        private boolean waits;

        /** True if a thread completes the reply. */
        private boolean completing;

        private Write(Thread client, long deadline) {
            this.client = client;
            this.deadline = deadline;
        }

        private ByteBuffer bytes() {
            int size = random.oneIn(5) ? random.between(4, 600) : random.between(4, 60);
            return ByteBuffer.allocate(size).putInt(0, row);
        }

        @Override
        public String toString() {
            return "row " + row;
        }
    }

    /** A life of the node, from its start to its end. */
    private final class Life implements JournalListener {
        private final SimScheduler scheduler;
        private final OpOrder order = new OpOrder();
        private final SimGate<Write, Answer> gate;
        private final Set<Integer> table = new TreeSet<>();
        private final Deque<Long> closedSegments = new ArrayDeque<>();
        private final List<Write> all = new ArrayList<>();
        private final List<Thread> stage = new ArrayList<>();
        private final int mostThreads = random.between(1, 3);
        private boolean stopped;
        private boolean closed;
        private boolean ending;
        private boolean hasFailed;

        private Life(SimScheduler scheduler) {
            this.scheduler = scheduler;
            this.gate = new SimGate<>(this::execute, () -> mostThreads, this::apply, () -> {});
        }

        private void run() {
            Thread unused = scheduler.start("owner", this::own);
            scheduler.runAll();
        }

        private void broken(String promise) {
            scheduler.violated(new AssertionError(promise));
        }

        private void own() {
            try {
                JournalOptions options =
                        JournalFixture.options(recordsInFlight, Duration.ofMillis(200));
                Environment environment =
                        new Environment(
                                () -> Instant.ofEpochMilli(Simulation.EPOCH_MILLIS),
                                scheduler,
                                new SplittableRandom(seed * 64 + lives));
                Journal journal = Journal.open(disk, options, this, environment);
                try {
                    recover(journal);
                    serve(journal);
                } finally {
                    journal.close();
                }
            } catch (IOException e) {
                if (!disk.hasFaulted()) throw new AssertionError("a sound drive, but " + e, e);
            }
            for (int i = 0; i < stage.size(); i++) scheduler.join(stage.get(i));
            checkEnd();
        }

        private void recover(Journal journal) throws IOException {
            table.addAll(flushed);
            journal.replay(new Rows(table));
            flushed.addAll(table);
            journal.endRecovery();
        }

        private void serve(Journal journal) {
            List<Thread> clients = new ArrayList<>();
            for (int i = random.between(1, 3); i > 0; i--)
                clients.add(scheduler.start("client-" + i, new Client(journal)));
            clients.add(scheduler.start("reader", this::read));
            List<Thread> others = new ArrayList<>();
            others.add(scheduler.start("timeouts", this::expire));
            others.add(scheduler.start("flush", () -> flush(journal)));
            for (Thread each : clients) scheduler.join(each);
            closeConnections();
            ending = true;
            for (Thread each : others) scheduler.join(each);
        }

        /** Closes the connections once no reply is held, as a node that stops does. */
        private void closeConnections() {
            stopped = random.oneIn(4);
            while (gate.held() != 0) scheduler.sleep(1 + tick / 10);
            closed = true;
            for (Write each : all)
                if (each.answers == 0) broken("a connection is closed that waits for " + each);
        }

        private void checkEnd() {
            if (stopped) return;
            for (Write each : all)
                if (each.ended != 1) broken(each + " has ended " + each.ended + " times");
            OpOrder.Barrier barrier = order.newBarrier();
            barrier.issue();
            if (!barrier.getSyncPoint().isFinished()) broken("a group of writes stays open");
        }

        private void execute(Runnable task) {
            if (stopped) throw new RejectedExecutionException("stopped");
            stage.add(scheduler.start("apply-" + stage.size(), task));
        }

        /** Called without a switch of threads after its thread-local is set: threads share it. */
        private void apply(Write write) {
            if (scheduler.isHalted()) return;
            boolean fails = random.oneIn(40);
            if (fails && random.oneIn(2)) throw new IllegalStateException("no such table");
            try (WriteContext context = gate.writes().context(write)) {
                if (context == null) broken(write + " would be logged again");
                if (fails) throw new IllegalStateException("no such table");
                insert(write);
            }
        }

        private void insert(Write write) {
            if (random.oneIn(8)) scheduler.sleep(random.between(1, 50_000));
            SimScheduler.step();
            if (++write.applied > 1) broken(write + " is applied again");
            table.add(write.row);
            SimScheduler.step();
        }

        private void ended(Write write, @Nullable Exception failure) {
            if (scheduler.isHalted()) return;
            if (++write.ended > 1) broken(write + " ends again");
            write.outcome = failure == null ? Answer.WRITTEN : Answer.FAILED;
            write.completing = true;
            gate.settled(write);
        }

        private Answer answer(Write write) {
            SimScheduler.step();
            if (++write.computed > 1) broken("the reply to " + write + " is computed again");
            if (write.outcome != null) return write.outcome;
            if (write.deadline > scheduler.nanoTime()) broken(write + " times out early");
            return Answer.TIMED_OUT;
        }

        private void answered(Write write, @Nullable Answer answer) {
            if (scheduler.isHalted()) return;
            if (closed) broken("a reply to a closed connection, " + write);
            if (++write.answers > 1) broken(write + " is answered again");
            count(answer == null ? "not held" : "answers " + answer);
            if (answer == Answer.WRITTEN) {
                promised.add(write.row);
                if (!table.contains(write.row)) broken(write + " is written, but cannot be read");
            }
            scheduler.unpark(write.client);
        }

        private void read() {
            for (int i = random.between(2, 12); i > 0; i--) {
                scheduler.sleep(random.between(1, random.oneIn(2) ? 10_000 : 300_000));
                promised.addAll(table);
            }
        }

        private void expire() {
            while (!ending) {
                scheduler.sleep(tick);
                long now = scheduler.nanoTime();
                List<Write> due =
                        all.stream()
                                .filter(each -> each.waits && each.deadline <= now)
                                .filter(each -> each.answers == 0)
                                .toList();
                gate.expire();
                for (Write each : due)
                    if (each.answers == 0 && !each.completing)
                        broken("the timeout of " + each + " is forgotten");
            }
        }

        /** Flushes the table as Cassandra does, then releases the segments it covers. */
        private void flush(Journal journal) {
            while (!ending) {
                scheduler.sleep(1 + random.below((int) tick));
                List<Long> covered = new ArrayList<>(closedSegments);
                closedSegments.clear();
                OpOrder.Barrier barrier = order.newBarrier();
                barrier.issue();
                while (!barrier.getSyncPoint().isFinished()) {
                    if (ending) return;
                    scheduler.sleep(tick);
                }
                flushed.addAll(table);
                covered.forEach(journal::release);
            }
        }

        @Override
        public void segmentClosed(long segmentId) {
            closedSegments.addLast(segmentId);
        }

        @Override
        public void recordSettled() {
            gate.writes().applyReady();
        }

        @Override
        public void failed(JournalFailedException failure) {
            hasFailed = true;
        }

        private final class Client implements Runnable {
            private final Journal journal;
            private final boolean pipelines = random.oneIn(2);
            private final int count = random.between(1, MAX_WRITES_PER_CLIENT);

            private Client(Journal journal) {
                this.journal = journal;
            }

            @Override
            public void run() {
                for (int i = 0; i < count && !hasFailed; i++) {
                    Write write = request();
                    if (!pipelines) while (write.answers == 0) scheduler.park(write);
                    if (random.oneIn(3)) scheduler.sleep(random.between(1, 200_000));
                }
            }

            /** Serves a request as a node does: holds the reply, sends the write, returns. */
            private Write request() {
                long timeout =
                        random.oneIn(2)
                                ? random.between(1, 200_000)
                                : tick * random.between(1, random.oneIn(2) ? 3 : 50);
                long now = scheduler.nanoTime();
                Write write = new Write(scheduler.current(), now + timeout);
                CompletableFuture<Answer> reply =
                        gate.hold(
                                write,
                                () -> answer(write),
                                () -> write.deadline - scheduler.nanoTime(),
                                now);
                all.add(write);
                addLater(write);
                if (random.oneIn(15)) {
                    gate.forget(write);
                    answered(write, null);
                } else {
                    write.waits = true;
                    var unused =
                            reply.whenComplete(
                                    (answer, error) -> {
                                        if (error != null) broken(write + " is answered " + error);
                                        answered(write, answer);
                                    });
                }
                return write;
            }

            private void addLater(Write write) {
                OpOrder.Group group = order.start();
                PendingAppend append = null;
                try {
                    append = journal.trySubmit(write.bytes(), (segment, offset) -> {});
                } catch (JournalException e) {
                    count("not deferred");
                } finally {
                    if (append == null) group.close();
                }
                if (append == null) {
                    stage.add(scheduler.start("mutation-" + stage.size(), () -> block(write)));
                    return;
                }
                CommitLogPosition end =
                        new CommitLogPosition(append.end().segmentId(), append.end().offset());
                gate.writes()
                        .add(
                                new DeferredWrite<>(
                                        write, group, end, failure -> ended(write, failure)),
                                append);
            }

            /** Writes as a thread of the mutation stage does. */
            private void block(Write write) {
                @Nullable Exception failure = null;
                OpOrder.Group group = order.start();
                try {
                    journal.append(write.bytes(), (segment, offset) -> {});
                    insert(write);
                } catch (JournalException e) {
                    failure = e;
                } finally {
                    group.close();
                }
                ended(write, failure);
            }
        }
    }
}
