// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Runs the engine's threads one at a time, in virtual time, in an order that the seed decides.
 *
 * <p>A thread may have to wait at each call of this scheduler or its device, and at every atomic
 * operation and volatile access: {@link SimLoader} weaves {@link #step} before those. Memory is
 * sequentially consistent.
 */
public final class SimScheduler implements Scheduler {
    /** Ends every thread once the power is off. */
    static final class Halted extends Error {
        private static final long serialVersionUID = 1;

        private Halted() {
            super("the power is off", null, false, false);
        }
    }

    /** A history that cannot go on or does not end. */
    static final class Stuck extends AssertionError {
        private static final long serialVersionUID = 1;

        Stuck(String message) {
            super(message);
        }
    }

    private enum State {
        RUNNABLE,
        /** Waits for the device, which answers at any time. */
        DEVICE,
        WAITING,
        DONE
    }

    private static final class Task {
        private final Thread identity;
        private final SimStrand strand;
        private State state = State.RUNNABLE;
        private boolean permit;
        private long wakeAt = Long.MAX_VALUE;
        private @Nullable Object waitsFor;

        private Task(String name, Runnable body) {
            this.identity = new Thread(name); // owns threads: an identity, never started
            this.strand = SimStrand.of(body);
        }

        private void waitFor(Object what, long until) {
            state = State.WAITING;
            waitsFor = what;
            wakeAt = until;
        }

        private void wake() {
            if (state != State.WAITING) return;
            state = State.RUNNABLE;
            wakeAt = Long.MAX_VALUE;
            waitsFor = null;
        }
    }

    /**
     * The scheduling style of a seed, and how many threads a waker wakes itself before woken
     * threads help.
     */
    record Manner(
            double switching,
            double slowDevice,
            double timePasses,
            double starving,
            int wakesAtOnce) {
        static Manner of(SimRandom random) {
            double[] switching = {0, 0, 0.003, 0.01, 0.01, 0.03, 0.03, 0.1, 0.3};
            double[] slow = {0, 0.5, 0.9};
            return new Manner(
                    switching[random.below(switching.length)],
                    slow[random.below(slow.length)],
                    random.oneIn(3) ? 0.02 : 0,
                    random.oneIn(3) ? 0.9 : 0,
                    random.below(4));
        }
    }

    private final Halted powerOff = new Halted();

    /** A life of a few dozen appends takes a few thousand steps. */
    private static final long MAX_STEPS = 1_000_000;

    /** Maximum number of times that a thread is chosen. */
    private static final long MAX_TURNS = 100_000;

    /** The simulation that woven code belongs to; one at a time in a class loader. */
    @SuppressWarnings("NonFinalStaticField") // woven calls have no object
    private static @Nullable SimScheduler active;

    private final SimRandom random;
    private final Manner manner;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Task> ready = new ArrayList<>();
    private @Nullable Task running;
    private @Nullable Task planned;
    private @Nullable Task starved;
    private @Nullable Throwable uncaught;
    private boolean halted;
    private long now;
    private long steps;
    private long turns;
    private long haltAtStep = Long.MAX_VALUE;

    SimScheduler(SimRandom random, Manner manner) {
        this.random = random;
        this.manner = manner;
    }

    /** Called before every access to shared memory. */
    public static void step() {
        SimScheduler scheduler = active;
        if (scheduler != null && scheduler.running != null) scheduler.onStep();
    }

    private void onStep() {
        if (halted) throw powerOff;
        if (++steps >= haltAtStep) halt();
        if (steps > MAX_STEPS) violated(new Stuck("no end after " + steps + " steps"));
        if (random.chance(manner.switching)) suspend();
    }

    private void caught(Throwable thrown) {
        if (uncaught == null && !halted) uncaught = thrown;
    }

    /** Called in the place of {@link Thread#currentThread}. */
    public static Thread currentThread() {
        SimScheduler scheduler = active;
        return scheduler == null || scheduler.running == null
                ? Thread.currentThread()
                : scheduler.running.identity;
    }

    /** Cuts the power after this number of further steps. */
    void haltAfter(long moreSteps) {
        haltAtStep = steps + moreSteps;
    }

    /** Stops everything at once. Does not return to a running thread. */
    void halt() {
        halted = true;
        if (running != null) {
            suspend();
            throw powerOff;
        }
    }

    /** Ends the history with a violation. Does not return to a running thread. */
    void violated(Throwable violation) {
        if (uncaught == null) uncaught = violation;
        halt();
    }

    boolean isHalted() {
        return halted;
    }

    long steps() {
        return steps;
    }

    /**
     * Runs all started threads, and those that they start, until all have ended or the power is
     * cut.
     *
     * @throws Stuck if no thread can go on
     */
    void runAll() {
        active = this;
        try {
            while (!halted && uncaught == null && runOne()) {}
            halted |= uncaught != null;
            endStrands();
        } finally {
            active = null;
        }
        if (uncaught != null)
            throw uncaught instanceof Error error ? error : new AssertionError(uncaught);
    }

    private boolean runOne() {
        Task chosen = planned != null ? planned : next();
        planned = null;
        if (chosen == null) return false;
        resume(chosen);
        return true;
    }

    /** Returns the next thread to run, or null if all have ended. */
    private @Nullable Task next() {
        if (++turns > MAX_TURNS) throw new Stuck("no end after " + turns + " turns: " + describe());
        Task chosen = choose();
        if (chosen != null && chosen.state == State.DEVICE) chosen.state = State.RUNNABLE;
        now += 1 + random.below(1_000);
        return chosen;
    }

    private void resume(Task task) {
        running = task;
        task.strand.resume();
        running = null;
    }

    private void endStrands() {
        for (Task task : tasks)
            while (task.state != State.DONE && task.strand.mustEnd()) resume(task);
    }

    private @Nullable Task choose() {
        if (manner.timePasses > 0 && random.chance(manner.timePasses)) passTime();
        while (true) {
            boolean slow = random.chance(manner.slowDevice);
            collect(slow);
            if (ready.isEmpty()) collect(false);
            if (!ready.isEmpty()) return pick();
            if (passTime()) continue;
            if (tasks.stream().allMatch(task -> task.state == State.DONE)) return null;
            throw new Stuck("nothing can go on: " + describe());
        }
    }

    private void collect(boolean withoutDevice) {
        ready.clear();
        for (Task task : tasks)
            if (task.state == State.RUNNABLE || (task.state == State.DEVICE && !withoutDevice))
                ready.add(task);
    }

    /** Picks a thread. Sometimes starves one for long: rare schedules find flaws. */
    private Task pick() {
        if (manner.starving > 0 && random.oneIn(50))
            starved = tasks.get(random.below(tasks.size()));
        Task picked = ready.get(random.below(ready.size()));
        if (picked == starved && ready.size() > 1 && random.chance(manner.starving)) {
            ready.remove(picked);
            picked = ready.get(random.below(ready.size()));
        }
        return picked;
    }

    /** Advances to the next timer. Returns false if there is none. */
    private boolean passTime() {
        long next = Long.MAX_VALUE;
        for (Task task : tasks) if (task.state == State.WAITING) next = Math.min(next, task.wakeAt);
        if (next == Long.MAX_VALUE) return false;
        now = Math.max(now, next);
        for (Task task : tasks) if (task.wakeAt <= now) task.wake();
        return true;
    }

    private String describe() {
        StringBuilder text = new StringBuilder();
        for (Task task : tasks)
            if (task.state != State.DONE)
                text.append(task.identity.getName())
                        .append(' ')
                        .append(task.state)
                        .append(" on ")
                        .append(task.waitsFor)
                        .append("; ");
        return text.toString();
    }

    private Task running() {
        return requireNonNull(running, "not called by a thread of the simulation");
    }

    /** Lets other threads go first, perhaps. */
    private void suspend() {
        Task self = running();
        if (!halted) {
            try {
                planned = next();
            } catch (Stuck e) {
                uncaught = e;
                halted = true;
            }
            // If the same thread goes on, no switch is needed.
            if (planned == self) {
                planned = null;
                return;
            }
        }
        self.strand.suspend();
        if (halted) throw powerOff;
    }

    /** Waits until the device answers. */
    void awaitDevice() {
        if (halted) throw powerOff;
        running().state = State.DEVICE;
        suspend();
    }

    /** Waits for this long. */
    void sleep(long nanos) {
        if (halted) throw powerOff;
        running().waitFor("a timer", now + nanos);
        suspend();
    }

    @Override
    public Thread start(String name, Runnable work) {
        if (halted) throw powerOff;
        Task[] self = new Task[1];
        self[0] = new Task(name, () -> run(self, work));
        self[0].identity.setUncaughtExceptionHandler((thread, thrown) -> caught(thrown));
        tasks.add(self[0]);
        return self[0].identity;
    }

    private void run(Task[] self, Runnable work) {
        try {
            if (!halted) work.run();
        } catch (Throwable t) {
            caught(t);
        } finally {
            self[0].state = State.DONE;
            wakeAll(self[0]);
        }
    }

    private void wakeAll(Object what) {
        for (Task task : tasks) if (task.waitsFor == what) task.wake();
    }

    private Task taskOf(Thread thread) {
        for (Task task : tasks) if (task.identity == thread) return task;
        throw new IllegalArgumentException("not a thread of this simulation: " + thread);
    }

    @Override
    public Thread current() {
        return running().identity;
    }

    @Override
    public void park(Object blocker) {
        parkUntil(blocker, Long.MAX_VALUE);
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        if (nanos > 0) parkUntil(blocker, now + nanos);
    }

    private void parkUntil(Object blocker, long until) {
        step();
        Task self = running();
        if (!self.permit && !random.oneIn(100)) { // a park may return spuriously
            self.waitFor(blocker, until);
            suspend();
        }
        self.permit = false;
    }

    @Override
    public void unpark(@Nullable Thread thread) {
        step();
        if (thread == null) return;
        Task task = taskOf(thread);
        task.permit = true;
        if (!(task.waitsFor instanceof SimLock) && !(task.waitsFor instanceof SimCondition))
            task.wake();
    }

    @Override
    public void join(Thread thread) {
        step();
        Task task = taskOf(thread);
        while (task.state != State.DONE) {
            running().waitFor(task, Long.MAX_VALUE);
            suspend();
        }
    }

    @Override
    public Lock newLock() {
        return new SimLock();
    }

    @Override
    public int wakesAtOnce() {
        return manner.wakesAtOnce;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    private final class SimLock implements Lock {
        private @Nullable Task owner;
        private int holds;

        @Override
        public void lock() {
            step();
            acquire(1);
        }

        private void acquire(int count) {
            Task self = running();
            while (owner != null && owner != self) {
                self.waitFor(this, Long.MAX_VALUE);
                suspend();
                // Real locks park, too, and consume a wake-up meant for later.
                self.permit = false;
            }
            owner = self;
            holds += count;
        }

        @Override
        public void unlock() {
            if (halted) return; // the history is over, and this is called in finally
            requireOwner();
            if (--holds == 0) release();
            step();
        }

        private void release() {
            owner = null;
            wakeAll(this);
        }

        private void requireOwner() {
            if (owner != running()) throw new IllegalMonitorStateException();
        }

        @Override
        public Condition newCondition() {
            return new SimCondition(this);
        }

        @Override
        public void lockInterruptibly() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean tryLock() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }
    }

    private final class SimCondition implements Condition {
        private final SimLock lock;

        private SimCondition(SimLock lock) {
            this.lock = lock;
        }

        @Override
        public void awaitUninterruptibly() {
            lock.requireOwner();
            int holds = lock.holds;
            lock.holds = 0;
            lock.release();
            running().waitFor(this, Long.MAX_VALUE);
            suspend();
            lock.acquire(holds);
        }

        @Override
        public void signalAll() {
            if (halted) throw powerOff;
            lock.requireOwner();
            wakeAll(this);
        }

        @Override
        public void await() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long awaitNanos(long nanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean await(long time, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean awaitUntil(Date deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void signal() {
            throw new UnsupportedOperationException();
        }
    }
}
