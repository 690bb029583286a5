// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static dev.firesteel.lab.crash.KeyVerdict.KEPT;
import static dev.firesteel.lab.crash.KeyVerdict.LOST;
import static dev.firesteel.lab.crash.KeyVerdict.PHANTOM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LedgerStateTest {
    private static final int KEY = 3;
    private static final int MOST = 5;

    private final LedgerState state = new LedgerState(10);

    /** Enumerates every state with numbers up to five, and every number read in it. */
    @Test
    void judgesEveryStateAsADirectReadingOfTheRuleDoes() throws Exception {
        int judged = 0;
        for (long settled = 0; settled <= MOST; settled++)
            for (long closed = settled; closed <= MOST; closed++)
                for (long attempted = closed; attempted <= MOST; attempted++)
                    for (long acknowledged = closed; acknowledged <= attempted; acknowledged++)
                        for (long read = 0; read <= MOST + 1; read++, judged++)
                            assertJudgement(settled, closed, attempted, acknowledged, read);
        assertThat(judged).isGreaterThan(500);
    }

    /** Treats {@code acknowledged == closed} as no acknowledgement. */
    private static void assertJudgement(
            long settled, long closed, long attempted, long acknowledged, long read)
            throws Exception {
        LedgerState state = new LedgerState(10);
        state.restore(KEY, settled, closed);
        for (long seq = closed + 1; seq <= attempted; seq++) {
            state.attempt(KEY, seq);
            if (seq == acknowledged) state.acknowledge(KEY, seq);
        }
        boolean isAcknowledged = acknowledged > closed;
        long atLeast = isAcknowledged ? acknowledged : settled;
        boolean wasWritten = read == settled || (read > closed && read <= attempted);
        KeyVerdict expected = read < atLeast ? LOST : wasWritten ? KEPT : PHANTOM;
        assertThat(state.judge(KEY, read))
                .as(
                        "settled %d closed %d attempted %d acknowledged %d read %d",
                        settled, closed, attempted, acknowledged, read)
                .isEqualTo(expected);
    }

    @Test
    void takesAKeyOutsideTheLedgerForAPhantom() {
        assertThat(state.judge(-1, 1)).isEqualTo(PHANTOM);
        assertThat(state.judge(10, 1)).isEqualTo(PHANTOM);
        assertThat(state.judge(1L << 32, 1)).isEqualTo(PHANTOM);
    }

    @Test
    void takesAKeyThatWasNeverAttemptedForAPhantom() {
        assertThat(state.judge(KEY, 1)).isEqualTo(PHANTOM);
        assertThat(state.judge(KEY, 0)).isEqualTo(KEPT);
    }

    @Test
    void takesAnAttemptThatWasOnceMissingForAPhantomWhenItComesBack() throws Exception {
        state.attempt(KEY, 1);
        state.attempt(KEY, 2);
        assertThat(state.judge(KEY, 2)).isEqualTo(KEPT);
        state.settle(KEY, 1);
        assertThat(state.judge(KEY, 2)).isEqualTo(PHANTOM);
        assertThat(state.judge(KEY, 1)).isEqualTo(KEPT);
    }

    @Test
    void holdsOnToWhatWasReadThoughNobodyAcknowledgedIt() throws Exception {
        state.attempt(KEY, 1);
        state.settle(KEY, 1);
        assertThat(state.judge(KEY, 0)).isEqualTo(LOST);
    }

    @Test
    void missesAValueThatWasSeenThoughNobodyAcknowledgedIt() throws Exception {
        state.attempt(KEY, 1);
        state.attempt(KEY, 2);
        assertThat(state.isSeenAndGone(KEY, 0)).isFalse();
        state.see(KEY, 2);
        state.see(KEY, 1);
        assertThat(state.isSeenAndGone(KEY, 1)).isTrue();
        assertThat(state.isSeenAndGone(KEY, 2)).isFalse();
        assertThat(state.isSeenAndGone(KEY, 3)).as("a newer one").isFalse();
        state.settle(KEY, 2);
        assertThat(state.isSeenAndGone(KEY, 0)).as("settled: lost, if anything").isFalse();
        assertThat(state.judge(KEY, 0)).isEqualTo(LOST);
        assertThatThrownBy(() -> state.see(10, 1)).isInstanceOf(LedgerException.class);
    }

    @Test
    void countsTheKeysOfWhichReadersAloneCanTell() throws Exception {
        state.restore(1, 4, 5);
        state.see(1, 4);
        assertThat(state.seenUnacknowledged()).as("settled").isZero();
        state.attempt(KEY, 1);
        state.see(KEY, 1);
        assertThat(state.seenUnacknowledged()).isEqualTo(1);
        state.acknowledge(KEY, 1);
        assertThat(state.seenUnacknowledged()).isZero();
    }

    @Test
    void refusesNumbersOutOfOrder() throws Exception {
        state.attempt(KEY, 1);
        assertThatThrownBy(() -> state.attempt(KEY, 1)).isInstanceOf(LedgerException.class);
        assertThatThrownBy(() -> state.attempt(KEY, 3)).isInstanceOf(LedgerException.class);
        assertThatThrownBy(() -> state.acknowledge(KEY, 2)).isInstanceOf(LedgerException.class);
        assertThatThrownBy(() -> state.attempt(10, 1)).isInstanceOf(LedgerException.class);
        state.acknowledge(KEY, 1);
        assertThatThrownBy(() -> state.acknowledge(KEY, 1)).isInstanceOf(LedgerException.class);
    }
}
