// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds where larger memtables make writes slower, because their flushes are more than the drive
 * takes at once: "max_write" of Wang et al., section 3.2.2 and table 8. Their formula 6 does not
 * hold there, so it must not be fitted to what was measured beyond.
 *
 * @param within the measurements of memtables for which the model may hold
 * @param beyond those of larger ones, which were slower; none if there is no such limit in sight
 */
public record FlushLimit(List<Measurement> within, List<Measurement> beyond) {
    /**
     * Divides measurements of writes. A limit is seen only where the mean time of a memtable larger
     * than the fastest is above what the fit of the others lets one expect of a measurement, so
     * that noise is not mistaken for it.
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

    /** The smallest memtable that is slower for its size; infinite if there is none. */
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
            return Double.POSITIVE_INFINITY; // nothing to tell a limit by
        }
    }
}
