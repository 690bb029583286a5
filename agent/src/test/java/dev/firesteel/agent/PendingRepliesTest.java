// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PendingRepliesTest {
    private final PendingReplies<Object, String> replies = new PendingReplies<>();
    private final AtomicInteger asked = new AtomicInteger();

    private CompletableFuture<String> add(Object write, long deadline) {
        return replies.add(
                write,
                () -> {
                    asked.incrementAndGet();
                    return "reply to " + write;
                },
                0,
                deadline);
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
        replies.expire(1_000);
        assertThat(reply).isCompletedWithValue("reply to a");
        assertThat(asked).hasValue(1);
    }

    @Test
    void whatIsOutOfTimeIsSettledAndNothingElse() {
        CompletableFuture<String> early = add("early", 100);
        CompletableFuture<String> late = add("late", 200);
        replies.expire(99);
        assertThat(early).isNotDone();
        replies.expire(100);
        assertThat(early).isCompletedWithValue("reply to early");
        assertThat(late).isNotDone();
        replies.expire(200);
        assertThat(late).isCompletedWithValue("reply to late");
        assertThat(replies.size()).isZero();
    }

    /** The clock of a JVM may be about to wrap round. */
    @Test
    void deadlinesAreComparedRoundTheEndOfTheClock() {
        long now = Long.MAX_VALUE - 10;
        CompletableFuture<String> reply = replies.add("a", () -> "in time", now, now + 100);
        replies.expire(now);
        assertThat(reply).isNotDone();
        replies.expire(now + 100);
        assertThat(reply).isCompletedWithValue("in time");
    }

    @Test
    void whatIsForgottenIsNeverAsked() {
        CompletableFuture<String> reply = add("a", 100);
        replies.forget("a");
        replies.settled("a");
        replies.expire(1_000);
        assertThat(reply).isNotDone();
        assertThat(asked).hasValue(0);
    }

    @Test
    void whatNobodyAddedIsNothing() {
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
                        0,
                        100);
        replies.settled("a");
        assertThat(reply).isCompletedExceptionally();
    }

    @Test
    void theOldestIsKnown() {
        assertThat(replies.oldestNanos(50)).isZero();
        CompletableFuture<String> older = replies.add("a", () -> "", 10, 1_000);
        CompletableFuture<String> younger = replies.add("b", () -> "", 30, 1_000);
        assertThat(replies.oldestNanos(50)).isEqualTo(40);
        replies.settled("a");
        assertThat(replies.oldestNanos(50)).isEqualTo(20);
        assertThat(older).isDone();
        assertThat(younger).isNotDone();
    }

    /** At its deadline a write may just be settled: each is asked once, whoever comes first. */
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
                            replies.expire(1_000);
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
