// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReproductionTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String RESULT =
            """
            {"results":[
              {"mode":"batch","n":1,"rate":100.0,"rounds":[90.0,100.0,110.0]},
              {"mode":"batch","n":2.0,"rate":7.0},
              {"mode":"firesteel","n":1,"rate":300.0,"rounds":[180.0,300.0,440.0]}],
             "comparison":{"ratio":3.0,"low":2.0,"high":4.0},
             "words":"many"}
            """;

    private static Reproduction.Row row(
            ResultPointer value,
            @Nullable ResultPointer over,
            @Nullable Double from,
            @Nullable Double to)
            throws Exception {
        PublishedFigure figure =
                new PublishedFigure(
                        "a-table-1",
                        "A",
                        "b",
                        "",
                        "c",
                        List.of(new PublishedRow("r", "times", 2.0, value, over, from, to)));
        Map<String, JsonNode> results = Map.of("e", JSON.readTree(RESULT));
        return Reproduction.of(figure, results).rows().get(0);
    }

    private static ResultPointer rate(String where) throws Exception {
        Map<String, JsonNode> meant = new HashMap<>();
        JSON.readTree(where)
                .properties()
                .forEach(each -> meant.put(each.getKey(), each.getValue()));
        return new ResultPointer("e", "/results", meant, "/rate", "/rounds", null, null, null);
    }

    private static ResultPointer at(String at, @Nullable Double times) {
        return new ResultPointer("e", null, null, at, null, null, null, times);
    }

    private static ResultPointer withInterval() {
        String ratio = "/comparison/ratio";
        return new ResultPointer(
                "e", null, null, ratio, null, "/comparison/low", "/comparison/high", null);
    }

    @Test
    void findsTheElementThatIsMeant() throws Exception {
        Reproduction.Row row = row(rate("{\"/mode\":\"batch\",\"/n\":1}"), null, null, null);
        assertThat(row.here()).isEqualTo(100);
        assertThat(row.low()).isEqualTo(90);
        assertThat(row.high()).isEqualTo(110);
        assertThat(row.verdict()).isEqualTo(Verdict.NOT_JUDGED);
    }

    @Test
    void aNumberIsTheSameHoweverItIsWritten() throws Exception {
        Reproduction.Row row = row(rate("{\"/mode\":\"batch\",\"/n\":2}"), null, null, null);
        assertThat(row.here()).isEqualTo(7);
        assertThat(row.low()).isEqualTo(7);
    }

    @Test
    void aRatioIsTakenRoundByRound() throws Exception {
        Reproduction.Row row =
                row(
                        rate("{\"/mode\":\"firesteel\"}"),
                        rate("{\"/mode\":\"batch\",\"/n\":1}"),
                        1.0,
                        null);
        assertThat(row.here()).isEqualTo(3);
        assertThat(row.low()).isEqualTo(2);
        assertThat(row.high()).isEqualTo(4);
        assertThat(row.verdict()).isEqualTo(Verdict.SAME_DIRECTION);
    }

    @Test
    void anIntervalIsTakenFromTheResult() throws Exception {
        ResultPointer ratio = withInterval();
        assertThat(row(ratio, null, 1.0, null).verdict()).isEqualTo(Verdict.SAME_DIRECTION);
        assertThat(row(ratio, null, 2.5, null).verdict()).isEqualTo(Verdict.NOT_DECIDED);
        assertThat(row(ratio, null, null, 3.5).verdict()).isEqualTo(Verdict.NOT_DECIDED);
        assertThat(row(ratio, null, 5.0, null).verdict()).isEqualTo(Verdict.DISAGREES);
        assertThat(row(ratio, null, null, 1.5).verdict()).isEqualTo(Verdict.DISAGREES);
    }

    @Test
    void aRatioOfIntervalsLiesBetweenWhatTheirEndsAllow() throws Exception {
        ResultPointer ratio = withInterval();
        Reproduction.Row row = row(ratio, ratio, 1.0, null);
        assertThat(row.here()).isEqualTo(1);
        assertThat(row.low()).isEqualTo(0.5);
        assertThat(row.high()).isEqualTo(2);
        assertThat(row.verdict()).isEqualTo(Verdict.NOT_DECIDED);
    }

    @Test
    void aNumberMayBeInAnotherUnit() throws Exception {
        Reproduction.Row row = row(at("/comparison/high", 0.5), null, null, null);
        assertThat(row.here()).isEqualTo(2);
    }

    @Test
    void whatIsNotThereWasNotMeasured() throws Exception {
        List<ResultPointer> missing =
                List.of(
                        rate("{\"/mode\":\"group\"}"),
                        at("/words", null),
                        at("/nothing", null),
                        new ResultPointer("other", null, null, "/a", null, null, null, null));
        for (ResultPointer each : missing) {
            Reproduction.Row row = row(each, null, 1.0, null);
            assertThat(row.verdict()).isEqualTo(Verdict.NOT_MEASURED);
            assertThat(row.here()).isNull();
        }
        Reproduction.Row ratio =
                row(rate("{\"/mode\":\"batch\"}"), rate("{\"/mode\":\"group\"}"), 1.0, null);
        assertThat(ratio.verdict()).isEqualTo(Verdict.NOT_MEASURED);
    }

    @Test
    void aRatioNearThePublishedOneAgrees() {
        assertThat(ratio(2, 1.0, null, 1.7, 2.4)).isEqualTo(Verdict.AGREES);
        assertThat(ratio(0.5, null, 1.0, 0.41, 0.62)).isEqualTo(Verdict.AGREES);
    }

    @Test
    void aRatioFurtherFromOneIsALargerEffect() {
        assertThat(ratio(2, 1.0, null, 2.6, 4)).isEqualTo(Verdict.LARGER);
        assertThat(ratio(0.5, null, 1.0, 0.2, 0.3)).isEqualTo(Verdict.LARGER);
        assertThat(ratio(2, 1.0, null, 1.1, 1.5)).isEqualTo(Verdict.SMALLER);
        assertThat(ratio(0.5, null, 1.0, 0.7, 0.9)).isEqualTo(Verdict.SMALLER);
    }

    @Test
    void aNoisyRatioHasADirectionAtMost() {
        assertThat(ratio(2, 1.0, null, 1.1, 2)).isEqualTo(Verdict.SAME_DIRECTION);
        assertThat(ratio(2, 1.0, null, 0.9, 2)).isEqualTo(Verdict.NOT_DECIDED);
        assertThat(ratio(2, 1.0, null, 0.5, 0.9)).isEqualTo(Verdict.DISAGREES);
    }

    /** The bounds of a number that is no ratio are those of its printed digits. */
    @Test
    void anotherNumberAgreesWithinItsBounds() {
        assertThat(judge("s", 5.0, 4.95, 5.05, 4.96, 5.04)).isEqualTo(Verdict.AGREES);
        assertThat(judge("s", 5.0, 4.95, 5.05, 5.06, 5.06)).isEqualTo(Verdict.DISAGREES);
        assertThat(judge("s", null, 4.95, 5.05, 5, 5)).isEqualTo(Verdict.SAME_DIRECTION);
    }

    private static Verdict ratio(
            double published, @Nullable Double from, @Nullable Double to, double low, double high) {
        return judge("times", published, from, to, low, high);
    }

    private static Verdict judge(
            String unit,
            @Nullable Double published,
            @Nullable Double from,
            @Nullable Double to,
            double low,
            double high) {
        return new PublishedRow("a number", unit, published, null, null, from, to)
                .judge(Optional.of(new ResultPointer.Value(low, low, high, List.of())));
    }
}
