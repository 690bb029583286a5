// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CurveChartTest {
    /** Draws values from 0 to 10: from the floor of the frame, 410, to its ceiling, 80. */
    private static String svg(boolean isMeasured) {
        return svg("subtitle", isMeasured);
    }

    private static String svg(String subtitle, boolean isMeasured) {
        return new CurveChart(
                        "title",
                        subtitle,
                        "MiB",
                        "seconds",
                        List.of(
                                new CurveChart.Curve(
                                        "model",
                                        List.of(
                                                new CurveChart.Place(0, 5, -5, 9, true),
                                                new CurveChart.Place(10, 4, 3, 5, isMeasured),
                                                new CurveChart.Place(20, 3, 2, 4, isMeasured)))),
                        List.of(
                                new CurveChart.Point(10, 4, true),
                                new CurveChart.Point(20, 6, false)),
                        10)
                .svg();
    }

    @Test
    void whatIsUsedIsFilledAndWhatIsBeyondIsHollow() {
        // The middle of 100 to 620 is 360.
        assertThat(svg(true))
                .containsPattern("<circle cx=\"360.0\" cy=\"[0-9.]+\" r=\"5\" fill=\"#0072B2\"");
        assertThat(svg(true))
                .containsPattern("<circle cx=\"620.0\" cy=\"[0-9.]+\" r=\"5\" fill=\"white\"");
        assertThat(svg(true)).contains(">beyond the limit<").doesNotContain(">extrapolated<");
    }

    @Test
    void aLongSubtitleIsBrokenAtASpace() {
        String half = "x".repeat(60);
        assertThat(svg(half + " " + half, true))
                .containsPattern("<text x=\"80.0\" y=\"50.0\"[^>]*>" + half + "</text>")
                .containsPattern("<text x=\"80.0\" y=\"66.0\"[^>]*>" + half + "</text>");
        assertThat(svg(half + " and more", true))
                .containsPattern("y=\"50.0\"[^>]*>" + half + " and more</text>");
    }

    @Test
    void aBandEndsAtTheFloorAndAtTheCeiling() {
        String band = svg(true).replaceAll("(?s).*?<polygon points=\"([^\"]*)\".*", "$1");
        assertThat(band).startsWith("100.0 ").endsWith("100.0 410.0 ");
        for (String each : band.trim().split(" ", -1))
            assertThat(Double.parseDouble(each)).isBetween(80.0, 620.0);
    }

    @Test
    void whatIsExtrapolatedIsDashed() {
        assertThat(svg(true).split("<polyline", -1)).hasSize(1 + 1);
        String svg = svg(false);
        assertThat(svg).contains(">extrapolated<");
        assertThat(svg)
                .containsPattern("<polyline points=\"[^\"]*\"[^>]*stroke-dasharray=\"6 4\"/>");
    }
}
