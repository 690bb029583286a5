// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.JournalPosition;
import dev.firesteel.journal.PendingAppend;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplyGateTest {
    private final ReplyGate gate = new ReplyGate();
    private final List<String> sent = new ArrayList<>();

    /** An append whose fate the test decides. */
    private static final class Append implements PendingAppend {
        private final int record;
        private final List<Consumer<@Nullable JournalFailedException>> actions = new ArrayList<>();
        private boolean awaited;

        private Append(int record) {
            this.record = record;
        }

        private void settle() {
            actions.forEach(action -> action.accept(null));
        }

        @Override
        public JournalPosition end() {
            return new JournalPosition(1, 1);
        }

        @Override
        public boolean isTogetherWith(PendingAppend other) {
            return ((Append) other).record == record;
        }

        @Override
        public void await() {
            awaited = true;
        }

        @Override
        public void whenSettled(Consumer<@Nullable JournalFailedException> action) {
            actions.add(action);
        }
    }

    private boolean holdsBack() {
        return gate.holdBack(failure -> sent.add(failure == null ? "reply" : "nothing"));
    }

    @Test
    void aReplyWaitsForWhatItsStatementHasWritten() throws Exception {
        Append append = new Append(1);
        gate.enable();
        gate.beginRequest();
        assertThat(gate.isOpen()).isFalse();
        gate.beginStatement();
        assertThat(gate.isOpen()).isTrue();
        gate.await(append);
        gate.endStatement();
        assertThat(gate.isOpen()).isFalse();
        assertThat(holdsBack()).isTrue();
        gate.endRequest();
        assertThat(sent).isEmpty();
        append.settle();
        assertThat(sent).containsExactly("reply");
    }

    @Test
    void aReplyToNoWriteIsSentAtOnce() {
        gate.enable();
        gate.beginRequest();
        gate.beginStatement();
        gate.endStatement();
        assertThat(holdsBack()).isFalse();
    }

    @Test
    void theNextRequestDoesNotWaitForTheOneBefore() throws Exception {
        gate.enable();
        gate.beginRequest();
        gate.beginStatement();
        gate.await(new Append(1));
        gate.endRequest(); // its reply could not be made
        assertThat(gate.isOpen()).isFalse();
        assertThat(holdsBack()).isFalse();
        gate.beginRequest();
        assertThat(holdsBack()).isFalse();
    }

    @Test
    void ofTwoRecordsTheThreadWaitsForTheFirst() throws Exception {
        Append first = new Append(1);
        Append second = new Append(1);
        Append third = new Append(2);
        gate.enable();
        gate.beginRequest();
        gate.beginStatement();
        gate.await(first);
        gate.await(second);
        assertThat(first.awaited).isFalse();
        gate.await(third);
        assertThat(second.awaited).isTrue();
        assertThat(third.awaited).isFalse();
        assertThat(holdsBack()).isTrue();
        third.settle();
        assertThat(sent).containsExactly("reply");
    }

    @Test
    void outsideOfARequestThreadsWait() {
        gate.enable();
        gate.beginStatement();
        assertThat(gate.isOpen()).isFalse();
    }

    @Test
    void unlessItIsAllowedThreadsWait() {
        gate.beginRequest();
        gate.beginStatement();
        assertThat(gate.isOpen()).isFalse();
    }

    @Test
    void otherThreadsWait() throws Exception {
        gate.enable();
        gate.beginRequest();
        gate.beginStatement();
        assertThat(CompletableFuture.supplyAsync(gate::isOpen).get()).isFalse();
    }
}
