// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the judgement of one key, whose rows the replicas have at different ages. */
class ReplicaScanTest {
    private static final LedgerShape SHAPE = new LedgerShape(1, 1, 13);
    private static final int LAST_ATTEMPT = 9;
    private static final long NO_ROW = 0;

    private static LedgerRow row(long seq) {
        return row(0, seq, seq);
    }

    private static LedgerRow row(long key, long seq, long contentOf) {
        return new LedgerRow(
                key,
                seq,
                LedgerTable.timestamp(seq),
                List.of(new RowContent(SHAPE).field(0, contentOf, 0)));
    }

    private static LedgerState acknowledged(long settled, long acknowledged) throws IOException {
        LedgerState state = new LedgerState(1);
        state.restore(0, settled, settled);
        for (long seq = settled + 1; seq <= LAST_ATTEMPT; seq++) state.attempt(0, seq);
        if (acknowledged > settled) state.acknowledge(0, acknowledged);
        return state;
    }

    private static Verdict verdict(LedgerState state, long... ofReplicas) {
        List<List<LedgerRow>> replicas = new ArrayList<>();
        for (long seq : ofReplicas) replicas.add(seq == NO_ROW ? List.of() : List.of(row(seq)));
        return verdict(state, replicas);
    }

    private static Verdict verdict(LedgerState state, List<List<LedgerRow>> ofReplicas) {
        List<ReplicaScan.Replica> replicas = new ArrayList<>();
        for (List<LedgerRow> rows : ofReplicas)
            replicas.add(
                    (range, consumer) -> {
                        if (range == 7) rows.forEach(consumer);
                    });
        Verifier verifier = new Verifier(state, SHAPE);
        new ReplicaScan(replicas).scan(verifier);
        return verifier.end();
    }

    @ParameterizedTest
    @CsvSource({
        "5, 5, 5, 0",
        "5, 5, 6, 0",
        "4, 5, 5, 0",
        "0, 5, 6, 0",
        "4, 4, 5, 1",
        "0, 4, 5, 1",
        "0, 0, 5, 1",
        "0, 0, 0, 1",
    })
    void twoOfThreeReplicasMustHaveWhatWasAcknowledged(long a, long b, long c, long lost)
            throws IOException {
        for (long[] order : new long[][] {{a, b, c}, {c, a, b}, {b, c, a}, {c, b, a}})
            assertThat(verdict(acknowledged(0, 5), order).lost())
                    .as(Arrays.toString(order))
                    .isEqualTo(lost);
    }

    @Test
    void aQuorumOfAnyNumberOfReplicasMustHaveWhatWasAcknowledged() throws IOException {
        for (int replicas = 1; replicas <= 5; replicas++)
            for (int i = 0;
                    i < IntStream.rangeClosed(1, replicas).reduce(1, (n, x) -> n * 3);
                    i++) {
                long[] seqs = digits(i, replicas);
                long having = LongStream.of(seqs).filter(seq -> seq >= 1).count();
                assertThat(verdict(acknowledged(0, 1), seqs).lost())
                        .as(Arrays.toString(seqs))
                        .isEqualTo(having >= replicas / 2 + 1 ? 0 : 1);
            }
    }

    private static long[] digits(int number, int count) {
        return LongStream.iterate(number, n -> n / 3).limit(count).map(n -> n % 3).toArray();
    }

    @Test
    void aQuorumMustHaveWhatAReaderSaw() throws IOException {
        LedgerState state = acknowledged(0, 1);
        state.see(0, 5);
        assertThat(verdict(state, 5, 1, 5).gone()).isZero();
        assertThat(verdict(state, 5, 1, 4).gone()).isEqualTo(1);
    }

    @Test
    void everyReplicaMustHaveWhatWasSettled() throws IOException {
        assertThat(verdict(acknowledged(3, 3), 3, 3, 4).lost()).isZero();
        assertThat(verdict(acknowledged(3, 3), 3, 2, 3).lost()).isEqualTo(1);
        Verdict without = verdict(acknowledged(3, 3), 3, 3, NO_ROW);
        assertThat(without.lost()).isEqualTo(1);
        assertThat(without.findings()).singleElement().asString().startsWith("lost on a replica");
        assertThat(verdict(acknowledged(3, 3), 2, 3, 2).lost()).as("counted once").isEqualTo(1);
    }

    @Test
    void everyReplicaMustHaveWhatAllHaveAcknowledged() throws IOException {
        LedgerState state = acknowledged(0, 0);
        state.acknowledgeByAll(0, 4);
        state.acknowledge(0, 6);
        assertThat(verdict(state, 6, 4, 6).lost()).isZero();
        Verdict older = verdict(state, 6, 3, 6);
        assertThat(older.lost()).isEqualTo(1);
        assertThat(older.findings())
                .singleElement()
                .asString()
                .startsWith("lost on a replica: key 0, read 3")
                .contains("acknowledged by all 4, acknowledged 6");
        assertThat(verdict(state, 6, NO_ROW, 6).lost()).isEqualTo(1);
        assertThat(verdict(state, 6, 3, 5).lost()).as("counted once").isEqualTo(1);
        state.settle(0, 6);
        state.attempt(0, LAST_ATTEMPT + 1);
        assertThat(verdict(state, 6, 6, LAST_ATTEMPT + 1).lost()).isZero();
        assertThat(verdict(state, 6, 5, 6).lost()).as("of an earlier run").isEqualTo(1);
    }

    @Test
    void theRowsOfAllReplicasAreJudged() throws IOException {
        Verdict other =
                verdict(
                        acknowledged(0, 5),
                        List.of(List.of(row(5)), List.of(row(5)), List.of(row(0, 6, 7))));
        assertThat(other.corrupted()).isEqualTo(1);
        assertThat(other.lost()).isZero();
    }

    @Test
    void aReplicaThatReturnsAKeyTwiceIsFound() throws IOException {
        Verdict twice =
                verdict(
                        acknowledged(0, 5),
                        List.of(List.of(row(5), row(5)), List.of(row(5)), List.of()));
        assertThat(twice.corrupted()).isEqualTo(1);
    }

    @Test
    void aKeyThatWasNeverWrittenIsFound() throws IOException {
        Verdict phantom =
                verdict(
                        acknowledged(0, 0),
                        List.of(
                                List.of(row(8, 1, 1)),
                                List.of(row(8, 1, 1)),
                                List.of(row(8, 1, 1))));
        assertThat(phantom.phantom()).isEqualTo(1);
    }
}
