// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.staleness.ProbeTurns.Kind;
import dev.firesteel.lab.staleness.ProbeTurns.Turn;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbeTurnsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 9, 10})
    void everyKindHasEveryDelayAsOften(int count) {
        List<Double> delays =
                DoubleStream.iterate(0, each -> each + 1).limit(count).boxed().toList();
        int each = 7;
        ProbeTurns turns = new ProbeTurns(delays);
        Map<Turn, Long> had =
                Stream.generate(turns::next)
                        .limit(10L * count * each)
                        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        for (double delay : delays) {
            assertThat(had).containsEntry(new Turn(Kind.UNTRACED, delay), 7L * each);
            for (Kind traced : List.of(Kind.WRITE_TRACED, Kind.READ_TRACED, Kind.BOTH_TRACED))
                assertThat(had).containsEntry(new Turn(traced, delay), (long) each);
        }
    }
}
