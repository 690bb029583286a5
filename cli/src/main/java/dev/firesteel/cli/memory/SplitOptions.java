// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Size;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.CalibrationFile;
import dev.firesteel.memory.Layout;
import dev.firesteel.memory.MeasurementsException;
import dev.firesteel.memory.Objective.Goal;
import dev.firesteel.memory.Objective.Limits;
import dev.firesteel.memory.Objective.Weights;
import dev.firesteel.memory.RecommendedSplit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of a recommended memory split. */
final class SplitOptions {
    @Option(
            names = "--read-weight",
            paramLabel = "PART",
            description =
                    "Weight of the rate of reads, 0 to 1, in formula 9 of the paper (default: no"
                            + " formula 9; the objective is operations a second of the measured"
                            + " mix).")
    @Nullable Double readWeight;

    @Option(
            names = "--write-weight",
            paramLabel = "PART",
            description = "Weight of the rate of writes (default: 1 less --read-weight).")
    @Nullable Double writeWeight;

    @Option(
            names = "--budget",
            paramLabel = "SIZE",
            converter = Size.Converter.class,
            description =
                    "The memory to split (default: the measured one). With another budget, the"
                            + " recommendation is measured only in part, or not at all.")
    @Nullable Size budget;

    @Option(
            names = "--max-memtable",
            paramLabel = "SIZE",
            converter = Size.Converter.class,
            description =
                    "Maximum for memtables, on the heap and outside it (default: the remaining"
                            + " memory, and a heap of at most 31 GiB).")
    @Nullable Size maxMemtable;

    @Option(
            names = "--read-max",
            paramLabel = "RATE",
            description =
                    "Required reads a second, the reference for the weight of their rate (default:"
                            + " the highest expected rate).")
    @Nullable Double readMax;

    @Option(names = "--write-max", paramLabel = "RATE", description = "The same for writes.")
    @Nullable Double writeMax;

    /** Recommends a split from the measurements of a file. */
    RecommendedSplit split(Path results, Console console) throws IOException {
        Limits limits = limits(console);
        Weights given = weights(console);
        Calibration calibration = CalibrationFile.read(results);
        Weights weights = isByRates() ? given : byOperations(calibration).orElse(given);
        Layout measured = calibration.layout();
        Layout layout = budget == null ? measured : measured.withTotal(budget.bytes());
        try {
            return RecommendedSplit.of(calibration, layout, weights, limits);
        } catch (BudgetException e) {
            throw refused(
                    console,
                    "no node could start with %s split as in the calibration: %s"
                            .formatted(new Size(layout.totalBytes()), e.getMessage()));
        } catch (MeasurementsException e) {
            throw new IOException(results + ": " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw refused(console, String.valueOf(e.getMessage()));
        }
    }

    /** Returns whether an option requests formula 9. */
    private boolean isByRates() {
        return readWeight != null || writeWeight != null || readMax != null || writeMax != null;
    }

    /** Returns weights by the measured operations; empty for older files without read fractions. */
    private static Optional<Weights> byOperations(Calibration calibration) {
        OptionalDouble part = calibration.readPart();
        if (part.isEmpty()) return Optional.empty();
        double reads = part.getAsDouble();
        return Optional.of(new Weights(Goal.OPERATIONS, reads, 1 - reads));
    }

    private Weights weights(Console console) {
        double read = readWeight != null ? readWeight : writeWeight != null ? 1 - writeWeight : 0.5;
        double write = writeWeight != null ? writeWeight : 1 - read;
        try {
            return new Weights(Goal.RATES, read, write);
        } catch (IllegalArgumentException e) {
            throw refused(console, "--read-weight and --write-weight: " + e.getMessage());
        }
    }

    private Limits limits(Console console) {
        requireRate(console, "--read-max", readMax);
        requireRate(console, "--write-max", writeMax);
        return new Limits(
                readMax, writeMax, maxMemtable == null ? null : (Long) maxMemtable.bytes());
    }

    private static void requireRate(Console console, String option, @Nullable Double rate) {
        if (rate != null && !(rate > 0 && Double.isFinite(rate)))
            throw refused(console, option + " must be above 0, not " + rate);
    }

    static ParameterException refused(Console console, @Nullable String problem) {
        return new ParameterException(console.command(), Objects.requireNonNull(problem));
    }
}
