// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import dev.firesteel.flash.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures how long the files of each class live in a trace, and suggests one of Linux's four
 * lifetimes for each.
 *
 * <p>Classes are sorted by their median lifetime, counted in bytes written to the drive meanwhile.
 * They are cut into four parts that minimize the squared deviation of the lifetimes' logarithms
 * from their mean in each part. Logarithms fit, because write amplification depends on the ratio of
 * lifetimes.
 */
public final class Lifetimes {
    /** The lifetimes for each number of parts, from 1. */
    private static final List<List<Lifetime>> NAMES =
            List.of(
                    List.of(Lifetime.MEDIUM),
                    List.of(Lifetime.SHORT, Lifetime.LONG),
                    List.of(Lifetime.SHORT, Lifetime.MEDIUM, Lifetime.LONG),
                    List.of(Lifetime.SHORT, Lifetime.MEDIUM, Lifetime.LONG, Lifetime.EXTREME));

    private final List<Measured> classes;

    private Lifetimes(List<Measured> classes) {
        this.classes = classes;
    }

    /**
     * The measured lifetime of a class.
     *
     * @param writtenBytes bytes that the trace wrote
     * @param bytes bytes written to the drive until half of the class's bytes have died
     * @param seconds the time until then
     * @param isSeen whether half of them died within the trace; else the values are rough lower
     *     bounds
     * @param lifetime the suggestion
     */
    public record Measured(
            FileClass fileClass,
            double writtenBytes,
            double bytes,
            double seconds,
            boolean isSeen,
            Lifetime lifetime) {
        private Measured with(Lifetime other) {
            return new Measured(fileClass, writtenBytes, bytes, seconds, isSeen, other);
        }
    }

    /**
     * Measures a trace, and cuts with each class weighted by the bytes that it writes.
     *
     * @throws IOException if it cannot be read, or records a device, which has no kinds
     */
    public static Lifetimes of(Trace trace) throws IOException {
        if (trace.isRaw())
            throw new IOException(
                    "a device's addresses have no kinds of files: lifetimes can only be measured"
                            + " in a recording of 'endurance record'");
        LifetimeMeter meter = new LifetimeMeter();
        trace.read(meter);
        List<Measured> measured = new ArrayList<>();
        meter.end()
                .forEach(
                        (fileClass, ages) -> {
                            if (ages.byWrites.bytes() + ages.restByWrites.bytes() > 0)
                                measured.add(measured(fileClass, ages, meter));
                        });
        if (measured.isEmpty()) throw new IOException("the trace has no writes");
        measured.sort(
                Comparator.comparingDouble(Measured::bytes)
                        .thenComparing(each -> each.fileClass().toString()));
        return new Lifetimes(named(measured, 0));
    }

    /**
     * Returns the same measurements, cut with other weights.
     *
     * @param weight 0 to weight a class by its bytes written, 1 by its live bytes, or between
     */
    Lifetimes cut(double weight) {
        return new Lifetimes(named(classes, weight));
    }

    /** Uses bytes present when the trace began only where a class wrote no others. */
    private static Measured measured(
            FileClass fileClass, LifetimeMeter.Ages ages, LifetimeMeter meter) {
        boolean isBorn = ages.byWrites.bytes() > 0;
        Survival.Median writes = (isBorn ? ages.byWrites : ages.restByWrites).median(meter.clock());
        Survival.Median time = (isBorn ? ages.byTime : ages.restByTime).median(meter.micros());
        return new Measured(
                fileClass,
                ages.byWrites.bytes(),
                writes.age(),
                time.age() / 1e6,
                writes.isSeen(),
                Lifetime.NOT_SET);
    }

    private static List<Measured> named(List<Measured> sorted, double weight) {
        int parts = Math.min(Lifetime.values().length - 2, sorted.size());
        int[] part = cut(sorted, parts, weight);
        List<Measured> named = new ArrayList<>();
        for (int i = 0; i < part.length; i++)
            named.add(sorted.get(i).with(NAMES.get(parts - 1).get(part[i])));
        return List.copyOf(named);
    }

    /**
     * Returns the part of each class with the least sum of squares within parts: exact, by dynamic
     * programming.
     */
    private static int[] cut(List<Measured> sorted, int parts, double weight) {
        int size = sorted.size();
        double[][] least = new double[parts + 1][size + 1];
        int[][] begin = new int[parts + 1][size + 1];
        for (double[] each : least) Arrays.fill(each, Double.POSITIVE_INFINITY);
        least[0][0] = 0;
        for (int part = 1; part <= parts; part++)
            for (int end = part; end <= size; end++)
                for (int from = part - 1; from < end; from++) {
                    double cost =
                            least[part - 1][from] + squares(sorted.subList(from, end), weight);
                    if (cost >= least[part][end]) continue;
                    least[part][end] = cost;
                    begin[part][end] = from;
                }
        int[] partOf = new int[size];
        for (int part = parts, end = size; part > 0; end = begin[part--][end])
            Arrays.fill(partOf, begin[part][end], end, part - 1);
        return partOf;
    }

    private static double squares(List<Measured> part, double weight) {
        double weights = 0;
        double mean = 0;
        double squares = 0;
        for (Measured each : part) {
            // Add one byte, so that a class without writes has a place, too. The live bytes of a
            // class are proportional to its writes times their lifetime.
            double more = (1 + each.writtenBytes()) * Math.pow(1 + each.bytes(), weight);
            double log = Math.log1p(each.bytes());
            weights += more;
            double off = log - mean;
            mean += off * more / weights;
            squares += more * off * (log - mean);
        }
        return squares;
    }

    /** Returns all classes, the shortest-lived first. */
    public List<Measured> classes() {
        return classes;
    }

    /** Returns the suggested lifetimes. */
    public LifetimeMap map() {
        Map<FileClass, Lifetime> map = new HashMap<>();
        for (Measured each : classes) map.put(each.fileClass(), each.lifetime());
        return new LifetimeMap(map);
    }
}
