// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.lab.TextTable;
import dev.firesteel.lab.sweep.SweepPoint;
import dev.firesteel.lab.ycsb.YcsbResult;
import java.util.Locale;

/**
 * Formats the result of a workload for people.
 *
 * @param result the result
 * @param rate the operations that were due a second; 0 for a closed loop
 */
record YcsbText(YcsbResult result, double rate) {
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%d operations in %.1f s: %.0f a second, %d failed",
                        result.operations(),
                        result.seconds(),
                        result.operationsPerSecond(),
                        result.errors()));
        if (result.errors() > 0 && result.operations() > 0)
            text.append("%nOf those that failed, one: ".formatted()).append(result.firstError());
        if (result.operationsPerSecond() < SweepPoint.KEPT * rate)
            text.append("%nThe rate was not kept: %.0f a second were due".formatted(rate));
        TextTable table = new TextTable("operation", "count", "p50 us", "p99 us", "p99.9 us");
        result.each()
                .forEach(
                        (name, each) ->
                                table.add(
                                        name.toLowerCase(Locale.ROOT),
                                        each.succeeded(),
                                        Math.round(each.p50Micros()),
                                        Math.round(each.p99Micros()),
                                        Math.round(each.p999Micros())));
        for (String line : table.lines()) text.append("%n".formatted()).append(line);
        return text.toString();
    }
}
