// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.JournalPosition;
import dev.firesteel.journal.PendingAppend;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.apache.cassandra.db.CassandraWriteContext;
import org.apache.cassandra.db.WriteContext;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeferredWritesTest {
    private final OpOrder order = new OpOrder();
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<String> seen = new ArrayList<>();
    private final List<Long> waited = new ArrayList<>();
    private Consumer<Object> apply = this::write;
    private int mostThreads = 2;

    private final DeferredWrites<Object> writes =
            new DeferredWrites<>(
                    threads::add,
                    () -> mostThreads,
                    mutation -> apply.accept(mutation),
                    () -> seen.add("release"),
                    waited::add);

    /** An append whose outcome the test decides. */
    private static final class Append implements PendingAppend {
        private @Nullable Consumer<@Nullable JournalFailedException> action;

        private void settle(@Nullable JournalFailedException failure) {
            if (action == null) throw new IllegalStateException("no action");
            action.accept(failure);
        }

        @Override
        public JournalPosition end() {
            return new JournalPosition(1, 1);
        }

        @Override
        public void await() {
            throw new IllegalStateException("a thread waits");
        }

        @Override
        public void whenSettled(Consumer<@Nullable JournalFailedException> whenSettled) {
            action = whenSettled;
        }
    }

    /** Adds a write as Cassandra does: takes the context and closes it. */
    private void write(Object mutation) {
        try (WriteContext context = writes.context(mutation)) {
            seen.add(context == null ? "nothing" : "write");
        }
    }

    private Append add(String name, int key) {
        Append append = new Append();
        writes.add(
                new DeferredWrite<>(
                        new Object(),
                        order.start(),
                        new CommitLogPosition(1, key),
                        failure -> seen.add(name + (failure == null ? " done" : " failed"))),
                append);
        return append;
    }

    private void runThreads() {
        while (!threads.isEmpty()) threads.remove().run();
    }

    private boolean isOver() {
        OpOrder.Barrier barrier = order.newBarrier();
        barrier.issue();
        return barrier.getSyncPoint().isFinished();
    }

    @Test
    void nothingIsAppliedBeforeItIsOnFlash() {
        Append append = add("a", 1);
        runThreads();
        assertThat(seen).isEmpty();
        append.settle(null);
        assertThat(seen).isEmpty();
        runThreads();
        assertThat(seen).containsExactly("release", "write", "a done");
        assertThat(waited).hasSize(1);
        assertThat(isOver()).isTrue();
    }

    /** Several records are in flight. */
    @Test
    void aWriteInALaterRecordIsAppliedWithoutTheOneThatIsNotOnFlash() {
        List<Object> applied = new ArrayList<>();
        apply = applied::add;
        Append cause = add("cause", 1);
        Append derived = add("derived", 2);
        derived.settle(null);
        runThreads();
        assertThat(applied).hasSize(1);
        assertThat(seen).containsExactly("release", "derived done");
        cause.settle(new JournalFailedException("no power", null));
        runThreads();
        assertThat(applied).hasSize(1);
        assertThat(seen).containsExactly("release", "derived done", "cause failed");
        assertThat(isOver()).isTrue();
    }

    /** A flush must write every write below its position, so it waits for deferred ones. */
    @Test
    void aFlushWaitsForWhatHasItsPlaceAndIsNotApplied() {
        Append append = add("a", 1);
        OpOrder.Barrier flush = order.newBarrier();
        flush.issue();
        assertThat(flush.getSyncPoint().isFinished()).isFalse();
        append.settle(null);
        assertThat(flush.getSyncPoint().isFinished()).isFalse();
        runThreads();
        assertThat(flush.getSyncPoint().isFinished()).isTrue();
    }

    @Test
    void itIsWrittenWithThePlaceThatItHas() {
        Append append = add("a", 7);
        apply =
                mutation -> {
                    CassandraWriteContext context =
                            CassandraWriteContext.fromContext(writes.context(mutation));
                    assertThat(context.getPosition()).isEqualTo(new CommitLogPosition(1, 7));
                    assertThat(writes.context(mutation)).as("a second time").isNull();
                    assertThat(writes.context(new Object())).as("another").isNull();
                    context.close();
                };
        append.settle(null);
        runThreads();
        assertThat(seen).containsExactly("release", "a done");
        assertThat(isOver()).isTrue();
    }

    @Test
    void whatDoesNotReachTheFlashIsNeverApplied() {
        Append append = add("a", 1);
        append.settle(new JournalFailedException("the drive is broken", null));
        runThreads();
        assertThat(seen).containsExactly("a failed");
        assertThat(isOver()).isTrue();
    }

    @Test
    void whatCannotBeAppliedIsAFailure() {
        Append append = add("a", 1);
        apply =
                mutation -> {
                    throw new IllegalStateException("the table is gone");
                };
        append.settle(null);
        runThreads();
        assertThat(seen).containsExactly("release", "a failed");
        assertThat(isOver()).isTrue();
    }

    @Test
    void anErrorIsAFailureOfThatWriteAlone() {
        Append append = add("a", 1);
        apply =
                mutation -> {
                    throw new AssertionError("on purpose");
                };
        append.settle(null);
        runThreads();
        assertThat(seen).containsExactly("release", "a failed");
        assertThat(isOver()).isTrue();
        apply = this::write;
        add("b", 2).settle(null);
        runThreads();
        assertThat(seen).endsWith("b done");
    }

    @Test
    void manyAreSharedByAsManyThreadsAsThereMayBe() {
        for (int i = 0; i < 200; i++) add("a", i).settle(null);
        assertThat(threads).hasSize(2);
        runThreads();
        assertThat(seen.stream().filter("a done"::equals)).hasSize(200);
        assertThat(threads).isEmpty();
    }

    /** A thread must not wait for memory while it holds a write that a flush waits for. */
    @Test
    void whateverIsAboutToBeAppliedIsLetPassFirst() {
        for (int i = 0; i < 40; i++) add("a", i).settle(null);
        runThreads();
        int applied = 0;
        int released = 0;
        for (String each : seen) {
            if (each.equals("release")) released++;
            if (each.equals("write")) assertThat(++applied).isLessThanOrEqualTo(32 * released);
        }
        assertThat(applied).isEqualTo(40);
    }

    @Test
    void aCallbackThatThrowsHurtsNoOtherWrite() {
        List<Throwable> reported = new ArrayList<>();
        Thread.currentThread()
                .setUncaughtExceptionHandler((thread, thrown) -> reported.add(thrown));
        Append bad = new Append();
        writes.add(
                new DeferredWrite<>(
                        new Object(),
                        order.start(),
                        new CommitLogPosition(1, 1),
                        failure -> {
                            throw new IllegalStateException("on purpose");
                        }),
                bad);
        Append good = add("good", 2);
        bad.settle(null);
        good.settle(null);
        runThreads();
        assertThat(seen).endsWith("good done");
        assertThat(reported).singleElement().isInstanceOf(IllegalStateException.class);
        assertThat(isOver()).isTrue();
    }

    /** The journal's thread must survive this: the node is stopping. */
    @Test
    void anExecutorThatHasStoppedIsNoFailure() {
        DeferredWrites<Object> stopped =
                new DeferredWrites<>(
                        task -> {
                            throw new RejectedExecutionException("stopped");
                        },
                        () -> 2,
                        mutation -> {},
                        () -> {},
                        nanos -> {});
        Append append = new Append();
        stopped.add(
                new DeferredWrite<>(
                        new Object(), order.start(), new CommitLogPosition(1, 1), f -> {}),
                append);
        append.settle(null);
        stopped.applyReady();
        assertThat(isOver()).isFalse();
    }

    @Test
    void oneThreadIsThereEvenIfNoneIsAllowed() {
        mostThreads = 0;
        add("a", 1).settle(null);
        runThreads();
        assertThat(seen).endsWith("a done");
    }
}
