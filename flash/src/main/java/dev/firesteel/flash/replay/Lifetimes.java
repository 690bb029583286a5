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
 * How long the files of each class live in a trace, and which of Linux's four lifetimes that
 * suggests.
 *
 * <p>Classes are put in the order of their median lifetime, counted in bytes that are written to
 * the drive meanwhile, and cut into four where the logarithms of the lifetimes in a part differ
 * least from their mean: the logarithm, because what is moved depends on how many times as long one
 * lives as the other.
 */
public final class Lifetimes {
    /** The names of so many parts, less one. */
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
     * What was measured of a class.
     *
     * @param writtenBytes that the trace wrote
     * @param bytes that are written to the drive until half of its bytes have died
     * @param seconds until then
     * @param isSeen whether half of them were seen to die; else they live at least about so long
     * @param lifetime that is suggested
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
     * Measures a trace, and cuts, each class weighing as much as it writes.
     *
     * @throws IOException if it cannot be read, or tells of a device, which has no kinds
     */
    public static Lifetimes of(Trace trace) throws IOException {
        if (trace.isRaw())
            throw new IOException(
                    "a device's addresses tell no kinds of files: lifetimes are measured in what 'endurance record' writes");
        LifetimeMeter meter = new LifetimeMeter();
        trace.read(meter);
        List<Measured> measured = new ArrayList<>();
        meter.end().forEach((fileClass, ages) -> measured.add(measured(fileClass, ages, meter)));
        if (measured.isEmpty()) throw new IOException("the trace writes nothing");
        measured.sort(
                Comparator.comparingDouble(Measured::bytes)
                        .thenComparing(each -> each.fileClass().toString()));
        return new Lifetimes(named(measured, 0));
    }

    /**
     * The same, cut otherwise.
     *
     * @param weight 0 if a class weighs as much as it writes, 1 if as much as is alive of it, or
     *     between
     */
    Lifetimes cut(double weight) {
        return new Lifetimes(named(classes, weight));
    }

    /** Bytes whose birth was not seen are only asked where there are no others. */
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
     * The part of each, so that the sum of squares within parts is least: exact, by dynamic
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
            // One byte more, so that what was never written has a place, too. What is alive of a
            // class is as what it writes, times how long that lives.
            double more = (1 + each.writtenBytes()) * Math.pow(1 + each.bytes(), weight);
            double log = Math.log1p(each.bytes());
            weights += more;
            double off = log - mean;
            mean += off * more / weights;
            squares += more * off * (log - mean);
        }
        return squares;
    }

    /** All classes, those that live shortest first. */
    public List<Measured> classes() {
        return classes;
    }

    /** What is suggested. */
    public LifetimeMap map() {
        Map<FileClass, Lifetime> map = new HashMap<>();
        for (Measured each : classes) map.put(each.fileClass(), each.lifetime());
        return new LifetimeMap(map);
    }
}
