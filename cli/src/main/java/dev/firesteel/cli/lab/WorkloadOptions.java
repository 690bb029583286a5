// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.ClientOptions;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.RowOptions;
import dev.firesteel.lab.bench.Workload;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of a workload on existing rows. */
final class WorkloadOptions {
    /** Operations per second above the throughput of any node. */
    private static final long MOST_PER_SECOND = 1_000_000;

    private static final List<String> DISTRIBUTIONS =
            List.of(
                    "uniform",
                    "zipfian",
                    "true-zipfian",
                    "latest",
                    "sequential",
                    "hotspot",
                    "exponential");

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = "a",
            description =
                    "The workload (default: ${DEFAULT-VALUE}): a to f (YCSB's), update, or reads"
                            + " and updates in percent such as 5/95.")
    String name = "";

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Number of rows (default: ${DEFAULT-VALUE}).")
    int rows = 1_000_000;

    @Option(
            names = "--distribution",
            paramLabel = "NAME",
            description =
                    "Distribution of requested rows: uniform, zipfian (YCSB's, which is less"
                            + " skewed than its name suggests), true-zipfian (by Zipf's law),"
                            + " latest, sequential, hotspot or exponential (default: the"
                            + " workload's).")
    @Nullable String distribution;

    @Option(
            names = "--write-all-fields",
            description = "An update writes every field of its row, not one of them.")
    boolean writesAll;

    @Mixin RowOptions row = new RowOptions();

    /**
     * Returns YCSB's properties.
     *
     * @param seconds the duration that the number of operations must suffice for
     */
    Properties properties(long seconds, Console console) {
        ClientOptions.requirePositive(console, "--rows", rows);
        Workload kind = kind(console);
        Properties properties =
                row.size(console).addTo(kind.properties(rows, seconds * MOST_PER_SECOND));
        if (distribution != null && !DISTRIBUTIONS.contains(distribution))
            throw refusal(
                    console,
                    "--distribution must be one of %s, not '%s'"
                            .formatted(String.join(", ", DISTRIBUTIONS), distribution),
                    null);
        if (distribution != null) properties.setProperty("requestdistribution", distribution);
        properties.setProperty("writeallfields", Boolean.toString(writesAll));
        return properties;
    }

    private Workload kind(Console console) {
        Workload kind;
        try {
            kind = new Workload(name);
        } catch (IllegalArgumentException e) {
            throw refusal(console, String.valueOf(e.getMessage()), e);
        }
        if (kind.isInserts())
            throw refusal(
                    console, "'firesteel lab load' inserts rows: leave --workload write out", null);
        return kind;
    }

    private static ParameterException refusal(
            Console console, String message, @Nullable Throwable cause) {
        return new ParameterException(console.command(), message, cause);
    }
}
