// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Tests that a held reply is sent once, and counted until it is sent. */
public final class PendingRepliesStress {
    private static final Object WRITE = "write";

    private PendingRepliesStress() {}

    /** The outcome of a write comes at its timeout. */
    @JCStressTest
    @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "computed and sent once")
    @Outcome(expect = FORBIDDEN, desc = "not sent, or computed twice")
    @State
    public static class SettledAtTimeout {
        private final PendingReplies<Object, Integer> replies = new PendingReplies<>();
        private final AtomicInteger computed = new AtomicInteger();
        private final AtomicInteger sent = new AtomicInteger();

        @SuppressWarnings("unused") // completes the sending
        private final CompletableFuture<Void> reply =
                replies.add(WRITE, computed::incrementAndGet, () -> 0, 0)
                        .thenRun(sent::incrementAndGet);

        @Actor
        public void settled() {
            replies.settled(WRITE);
        }

        @Actor
        public void expire() {
            replies.expire();
        }

        @Arbiter
        public void end(III_Result seen) {
            seen.r1 = computed.get();
            seen.r2 = sent.get();
            seen.r3 = replies.size();
        }
    }

    /** A request fails while its write succeeds. */
    @JCStressTest
    @Outcome(id = "[01], 0", expect = ACCEPTABLE, desc = "not held any more")
    @Outcome(expect = FORBIDDEN, desc = "counted as held, or computed twice")
    @State
    public static class Forgotten {
        private final PendingReplies<Object, Integer> replies = new PendingReplies<>();
        private final AtomicInteger computed = new AtomicInteger();

        @SuppressWarnings("unused")
        private final CompletableFuture<Integer> reply =
                replies.add(WRITE, computed::incrementAndGet, () -> 0, 0);

        @Actor
        public void settled() {
            replies.settled(WRITE);
        }

        @Actor
        public void forget() {
            replies.forget(WRITE);
        }

        @Arbiter
        public void end(II_Result seen) {
            seen.r1 = computed.get();
            seen.r2 = replies.size();
        }
    }

    /** A node that stops closes its connections once no reply is held. */
    @JCStressTest
    @Outcome(id = "1, [01]", expect = ACCEPTABLE, desc = "stays open")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "closed after the reply is sent")
    @Outcome(expect = FORBIDDEN, desc = "closed before the reply is sent")
    @State
    public static class Closed {
        private final PendingReplies<Object, Integer> replies = new PendingReplies<>();
        private int sent;

        @SuppressWarnings("unused")
        private final CompletableFuture<Void> reply =
                replies.add(WRITE, () -> 1, () -> 0, 0).thenRun(() -> sent = 1);

        @Actor
        public void settled() {
            replies.settled(WRITE);
        }

        @Actor
        public void close(II_Result seen) {
            seen.r1 = replies.size();
            seen.r2 = sent;
        }
    }
}
