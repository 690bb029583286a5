// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PendingRepliesTest {
    private final PendingReplies<Object, String> replies = new PendingReplies<>();
    private final AtomicInteger asked = new AtomicInteger();

    private volatile long now;

    private CompletableFuture<String> add(Object write, long deadline) {
        return replies.add(
                write,
                () -> {
                    asked.incrementAndGet();
                    return "reply to " + write;
                },
                () -> deadline - now,
                0);
    }

    @Test
    void aReplyIsThereOnceItsWriteIsSettledAndNotBefore() {
        CompletableFuture<String> reply = add("a", 100);
        CompletableFuture<String> other = add("b", 100);
        assertThat(reply).isNotDone();
        assertThat(asked).hasValue(0);
        replies.settled("a");
        assertThat(reply).isCompletedWithValue("reply to a");
        assertThat(other).isNotDone();
        assertThat(replies.size()).isEqualTo(1);
        assertThat(replies.added()).isEqualTo(2);
    }

    @Test
    void whatIsSettledTwiceIsAskedOnce() {
        CompletableFuture<String> reply = add("a", 100);
        replies.settled("a");
        replies.settled("a");
        now = 1_000;
        replies.expire();
        assertThat(reply).isCompletedWithValue("reply to a");
        assertThat(asked).hasValue(1);
    }

    @Test
    void whatIsOutOfTimeIsSettledAndNothingElse() {
        CompletableFuture<String> early = add("early", 100);
        CompletableFuture<String> late = add("late", 200);
        now = 99;
        replies.expire();
        assertThat(early).isNotDone();
        now = 100;
        replies.expire();
        assertThat(early).isCompletedWithValue("reply to early");
        assertThat(late).isNotDone();
        now = 200;
        replies.expire();
        assertThat(late).isCompletedWithValue("reply to late");
        assertThat(replies.size()).isZero();
    }

    /** A stopping node closes its connections once no reply is pending. */
    @Test
    void aReplyIsPendingUntilItHasBeenSent() {
        List<Integer> whileSending = new ArrayList<>();
        CompletableFuture<Void> sent =
                add("a", 100).thenRun(() -> whileSending.add(replies.size()));
        replies.settled("a");
        assertThat(sent).isCompleted();
        assertThat(whileSending).containsExactly(1);
        assertThat(replies.size()).isZero();
    }

    @Test
    void whatIsForgottenIsNotPending() {
        CompletableFuture<String> reply = add("a", 100);
        replies.forget("a");
        replies.forget("a");
        assertThat(replies.size()).isZero();
        assertThat(reply).isNotDone();
    }

    /** An operator may change the timeout while a write is pending. */
    @Test
    void aTimeoutThatIsRaisedMeanwhileCounts() {
        AtomicLong deadline = new AtomicLong(100);
        CompletableFuture<String> reply =
                replies.add("a", () -> "late", () -> deadline.get() - now, 0);
        deadline.set(200);
        now = 100;
        replies.expire();
        assertThat(reply).isNotDone();
        now = 200;
        replies.expire();
        assertThat(reply).isCompletedWithValue("late");
    }

    @Test
    void whatIsForgottenIsNeverAsked() {
        CompletableFuture<String> reply = add("a", 100);
        replies.forget("a");
        replies.settled("a");
        now = 1_000;
        replies.expire();
        assertThat(reply).isNotDone();
        assertThat(asked).hasValue(0);
    }

    @Test
    void anUnknownWriteIsIgnored() {
        replies.settled("stranger");
        assertThat(replies.added()).isZero();
    }

    @Test
    void aResultThatThrowsIsTheReply() {
        CompletableFuture<String> reply =
                replies.add(
                        "a",
                        () -> {
                            throw new IllegalStateException("on purpose");
                        },
                        () -> 100,
                        0);
        replies.settled("a");
        assertThat(reply).isCompletedExceptionally();
    }

    @Test
    void theOldestIsKnown() {
        assertThat(replies.oldestNanos(50)).isZero();
        CompletableFuture<String> older = replies.add("a", () -> "", () -> 1_000, 10);
        CompletableFuture<String> younger = replies.add("b", () -> "", () -> 1_000, 30);
        assertThat(replies.oldestNanos(50)).isEqualTo(40);
        replies.settled("a");
        assertThat(replies.oldestNanos(50)).isEqualTo(20);
        assertThat(older).isDone();
        assertThat(younger).isNotDone();
    }

    /** A write may be settled just at its deadline: its reply is computed once then, too. */
    @Test
    void settlingAndExpiryMayMeet() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 2_000; round++) {
                Object write = new Object();
                CompletableFuture<String> reply = add(write, 100);
                CountDownLatch both = new CountDownLatch(2);
                threads.execute(
                        () -> {
                            replies.settled(write);
                            both.countDown();
                        });
                threads.execute(
                        () -> {
                            now = 1_000;
                            replies.expire();
                            both.countDown();
                        });
                assertThat(both.await(20, TimeUnit.SECONDS)).isTrue();
                assertThat(reply).isCompleted();
                assertThat(asked).hasValue(round + 1);
            }
        } finally {
            threads.shutdown();
        }
    }
}
