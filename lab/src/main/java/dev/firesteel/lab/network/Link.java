// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The properties of a link, in each direction.
 *
 * @param delayNanos the time from one end to the other, in nanoseconds, at least 0
 * @param jitterNanos the mean of an additional time, which is distributed exponentially
 * @param loss the probability that a packet is lost, at least 0 and below 1
 * @param bytesPerSecond the bandwidth; 0 for no limit
 */
record Link(long delayNanos, long jitterNanos, double loss, double bytesPerSecond) {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(us|ms|s)");
    private static final Pattern LOSS = Pattern.compile("([0-9]{1,2}(?:\\.[0-9]{1,9})?)%");
    private static final Pattern BANDWIDTH =
            Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)([kMG])(bit|B)/s");
    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final double LEAST_BYTES_PER_SECOND = 1_000;
    private static final int BITS = 8;

    /**
     * Parses {@code DELAY[,jitter=TIME][,loss=PERCENT%][,bandwidth=RATE]}.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static Link parse(String text) {
        String[] parts = text.split(",", -1);
        Set<String> names = new HashSet<>();
        long jitter = 0;
        double loss = 0;
        double bandwidth = 0;
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].strip();
            String value = part.substring(part.indexOf('=') + 1);
            String name = part.substring(0, Math.max(0, part.indexOf('=')));
            if (!names.add(name))
                throw new IllegalArgumentException("'%s' is given twice".formatted(name));
            if (part.startsWith("jitter=")) jitter = nanos(value);
            else if (part.startsWith("loss=")) loss = loss(value);
            else if (part.startsWith("bandwidth=")) bandwidth = bytesPerSecond(value);
            else
                throw new IllegalArgumentException(
                        "'%s' is not jitter=TIME, loss=PERCENT%% or bandwidth=RATE"
                                .formatted(part));
        }
        return new Link(nanos(parts[0].strip()), jitter, loss, bandwidth);
    }

    /** Parses a time with its unit, in nanoseconds. */
    static long nanos(String text) {
        if (text.equals("0")) return 0;
        Matcher parts = TIME.matcher(text);
        if (!parts.matches())
            throw new IllegalArgumentException(
                    "'%s' is not a time with its unit (us, ms or s), such as 100us"
                            .formatted(text));
        int places =
                switch (parts.group(2)) {
                    case "us" -> 3;
                    case "ms" -> 6;
                    default -> 9;
                };
        long nanos = new BigDecimal(parts.group(1)).movePointRight(places).longValue();
        if (nanos > LONGEST_NANOS)
            throw new IllegalArgumentException("'%s' is longer than 10 s".formatted(text));
        return nanos;
    }

    private static double loss(String text) {
        Matcher parts = LOSS.matcher(text);
        if (!parts.matches())
            throw new IllegalArgumentException(
                    "'loss=%s' is not a percentage below 100, such as loss=0.1%%".formatted(text));
        return Double.parseDouble(parts.group(1)) / 100;
    }

    private static double bytesPerSecond(String text) {
        Matcher parts = BANDWIDTH.matcher(text);
        if (!parts.matches())
            throw new IllegalArgumentException(
                    "'bandwidth=%s' is not a rate, such as 1Gbit/s or 125MB/s".formatted(text));
        double scale =
                switch (parts.group(2)) {
                    case "k" -> 1e3;
                    case "M" -> 1e6;
                    default -> 1e9;
                };
        double rate = Double.parseDouble(parts.group(1)) * scale;
        double bytes = parts.group(3).equals("bit") ? rate / BITS : rate;
        if (bytes < LEAST_BYTES_PER_SECOND)
            throw new IllegalArgumentException("'bandwidth=%s' is less than 1kB/s".formatted(text));
        return bytes;
    }

    /** Returns this link, its delay and jitter multiplied. */
    Link times(int factor) {
        return new Link(delayNanos * factor, jitterNanos * factor, loss, bytesPerSecond);
    }
}
