// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaScanTest {
    private static final long NO_ROW = 0;

    /** Returns the sequence numbers passed on, with those that each replica has of one key. */
    private static List<Long> scan(long... ofReplicas) {
        List<ReplicaScan.Replica> replicas = new ArrayList<>();
        for (long seq : ofReplicas)
            replicas.add(
                    (range, consumer) -> {
                        if (range == 7 && seq != NO_ROW) consumer.accept(row(seq));
                    });
        List<Long> passed = new ArrayList<>();
        new ReplicaScan(replicas).scan(row -> passed.add(row.seq()));
        return passed;
    }

    private static LedgerRow row(long seq) {
        return new LedgerRow(3, seq, LedgerTable.timestamp(seq), List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "5, 5, 5, 5",
        "5, 5, 6, 5",
        "4, 5, 5, 5",
        "4, 4, 5, 4",
        "0, 5, 5, 5",
        "0, 4, 5, 4",
    })
    void theMiddleOfThreeReplicas(long a, long b, long c, long expected) {
        for (long[] order : new long[][] {{a, b, c}, {c, a, b}, {b, c, a}, {c, b, a}})
            assertThat(scan(order)).as(Arrays.toString(order)).containsExactly(expected);
    }

    @Test
    void aRowOnOneOfThreeReplicasIsNone() {
        assertThat(scan(NO_ROW, 5, NO_ROW)).isEmpty();
    }

    /** Compares with every choice of a quorum. */
    @Test
    void theWorstChoiceOfAnyNumberOfReplicas() {
        for (int replicas = 1; replicas <= 5; replicas++)
            for (int i = 0;
                    i < IntStream.rangeClosed(1, replicas).reduce(1, (n, x) -> n * 3);
                    i++) {
                long[] seqs = digits(i, replicas);
                long worst = worst(seqs);
                assertThat(scan(seqs))
                        .as(Arrays.toString(seqs))
                        .isEqualTo(worst == NO_ROW ? List.of() : List.of(worst));
            }
    }

    private static long[] digits(int number, int count) {
        return LongStream.iterate(number, n -> n / 3).limit(count).map(n -> n % 3).toArray();
    }

    private static long worst(long[] seqs) {
        return IntStream.range(0, 1 << seqs.length)
                .filter(chosen -> Integer.bitCount(chosen) == seqs.length / 2 + 1)
                .mapToLong(
                        chosen ->
                                IntStream.range(0, seqs.length)
                                        .filter(i -> (chosen & 1 << i) != 0)
                                        .mapToLong(i -> seqs[i])
                                        .max()
                                        .orElseThrow())
                .min()
                .orElseThrow();
    }

    @Test
    void aKeyThatAReplicaReturnsTwiceIsPassedOnEachTime() {
        List<Long> passed = new ArrayList<>();
        new ReplicaScan(
                        List.of(
                                (range, consumer) -> {
                                    if (range > 0) return;
                                    consumer.accept(row(1));
                                    consumer.accept(row(1));
                                }))
                .scan(row -> passed.add(row.seq()));
        assertThat(passed).containsExactly(1L, 1L);
    }
}
