// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    private final List<Long> waited = new ArrayList<>();

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
        return gate.holdBack(
                failure -> sent.add(failure == null ? "reply" : "nothing"), waited::add);
    }

    @Test
    void aReplyWaitsForWhatItsRequestHasWritten() throws Exception {
        Append append = new Append(1);
        gate.enable();
        gate.beginRequest();
        assertThat(gate.isOpen()).isFalse();
        gate.beginWrite(1);
        assertThat(gate.isOpen()).isTrue();
        gate.await(append);
        gate.endWrite();
        assertThat(gate.isOpen()).isFalse();
        assertThat(holdsBack()).isTrue();
        gate.endRequest();
        assertThat(sent).isEmpty();
        assertThat(gate.heldBack()).isEqualTo(1);
        append.settle();
        assertThat(sent).containsExactly("reply");
        assertThat(waited).hasSize(1);
    }

    @Test
    void aReplyToNoWriteIsSentAtOnce() {
        gate.enable();
        gate.beginRequest();
        gate.beginWrite(1);
        gate.endWrite();
        assertThat(holdsBack()).isFalse();
    }

    @Test
    void theNextRequestDoesNotWaitForTheOneBefore() throws Exception {
        gate.enable();
        gate.beginRequest();
        gate.beginWrite(1);
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
        gate.beginWrite(1);
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
        gate.beginWrite(1);
        assertThat(gate.isOpen()).isFalse();
    }

    @Test
    void unlessItIsAllowedThreadsWait() {
        gate.beginRequest();
        gate.beginWrite(1);
        assertThat(gate.isOpen()).isFalse();
    }

    @Test
    void otherThreadsWait() throws Exception {
        gate.enable();
        gate.beginRequest();
        gate.beginWrite(1);
        assertThat(CompletableFuture.supplyAsync(gate::isOpen).get()).isFalse();
    }

    @Test
    void ofSeveralMutationsThreadsWait() {
        gate.enable();
        gate.beginRequest();
        gate.beginWrite(2);
        assertThat(gate.isOpen()).isFalse();
        assertThat(gate.runHere(() -> sent.add("written"), 1)).isFalse();
        assertThat(sent).isEmpty();
    }

    @Test
    void theThreadOfTheRequestWritesUnlessTooManyDo() {
        assertThat(gate.runHere(() -> sent.add("outside of a request"), 1)).isFalse();
        gate.enable();
        gate.beginRequest();
        gate.beginWrite(1);
        boolean written =
                gate.runHere(
                        () -> assertThat(gate.runHere(() -> sent.add("too many"), 1)).isFalse(), 1);
        assertThat(written).isTrue();
        assertThatThrownBy(
                        () ->
                                gate.runHere(
                                        () -> {
                                            throw new IllegalStateException();
                                        },
                                        1))
                .isInstanceOf(IllegalStateException.class);
        assertThat(gate.runHere(() -> sent.add("written"), 1)).isTrue();
        assertThat(sent).containsExactly("written");
    }
}
