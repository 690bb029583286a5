// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds the size from which larger memtables make writes slower, because their flushes exceed the
 * drive's throughput: "max_write" of Wang et al., section 3.2.2 and table 8. Their formula 6 does
 * not hold there, so it must not be fitted to measurements beyond that size.
 *
 * @param within the measurements of memtables for which the model may hold
 * @param beyond the measurements of larger, slower memtables; empty if no limit was detected
 */
public record FlushLimit(List<Measurement> within, List<Measurement> beyond) {
    /**
     * Splits measurements of writes at the limit. A memtable larger than the fastest counts as
     * beyond if its mean time exceeds the prediction interval fitted to the sizes up to the
     * fastest. Noise alone is thus not taken for a limit.
     */
    public static FlushLimit of(List<Measurement> writes) {
        double limit = firstSlower(writes, fastest(writes));
        return new FlushLimit(
                writes.stream().filter(each -> each.memory() < limit).toList(),
                writes.stream().filter(each -> each.memory() >= limit).toList());
    }

    private static double fastest(List<Measurement> writes) {
        return meanSeconds(writes).entrySet().stream()
                .min(Comparator.comparingDouble(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static Map<Double, Double> meanSeconds(List<Measurement> writes) {
        return writes.stream()
                .collect(
                        Collectors.groupingBy(
                                Measurement::memory,
                                TreeMap::new,
                                Collectors.averagingDouble(Measurement::seconds)));
    }

    /** Returns the smallest memtable beyond the limit; infinite if there is none. */
    private static double firstSlower(List<Measurement> writes, double fastest) {
        try {
            Fit fit =
                    Fit.of(
                            TimeModel.WRITE,
                            writes.stream().filter(each -> each.memory() <= fastest).toList());
            return meanSeconds(writes).entrySet().stream()
                    .filter(each -> each.getKey() > fastest)
                    .filter(each -> each.getValue() > fit.prediction(each.getKey()).high())
                    .mapToDouble(Map.Entry::getKey)
                    .min()
                    .orElse(Double.POSITIVE_INFINITY);
        } catch (MeasurementsException tooFew) {
            return Double.POSITIVE_INFINITY; // too few measurements to detect a limit
        }
    }
}
