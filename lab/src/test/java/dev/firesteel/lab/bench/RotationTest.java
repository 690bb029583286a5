// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the order of modes: with the same neighbours in each round, one mode would always bear
 * another's cost.
 */
class RotationTest {
    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void eachIsOnceInEachPlaceInAsManyRoundsAsThereAre(int count) {
        for (int place = 0; place < count; place++) {
            Set<Integer> there = new HashSet<>();
            for (int round = 1; round <= count; round++)
                there.add(Rotation.of(numbers(count), round).get(place));
            assertThat(there).containsExactlyInAnyOrderElementsOf(numbers(count));
        }
    }

    /** An odd number takes twice as many rounds, and then each pair occurs twice. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7})
    void eachComesEquallyOftenBehindEachOther(int count) {
        int rounds = Rotation.balancedRounds(count);
        List<List<Integer>> pairs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<Integer> order = Rotation.of(numbers(count), round);
            for (int i = 1; i < count; i++) pairs.add(List.of(order.get(i - 1), order.get(i)));
        }
        assertThat(new HashSet<>(pairs)).hasSize(count * (count - 1));
        for (List<Integer> pair : pairs)
            assertThat(pairs.stream().filter(pair::equals)).hasSize(rounds / count);
    }

    @Test
    void ofTwoEachBeginsEveryOtherTime() {
        List<String> both = List.of("stock", "journal");
        assertThat(Rotation.of(both, 1)).containsExactly("stock", "journal");
        assertThat(Rotation.of(both, 2)).containsExactly("journal", "stock");
        assertThat(Rotation.of(both, 3)).containsExactly("stock", "journal");
    }
}
