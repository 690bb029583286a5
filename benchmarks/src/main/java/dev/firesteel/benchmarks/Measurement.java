// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The entry point: one measurement of one log. The process is JMH's fork, started by the program
 * that compares, because logs need different class paths and their measurements take turns. Without
 * figures, standard error ends with the reason.
 */
public final class Measurement {
    /** The exit code if this log cannot run on this machine. */
    private static final int IMPOSSIBLE = 3;

    private Measurement() {}

    /** Runs the requested measurement and ends the process, even if a log has left threads. */
    public static void main(String[] words) {
        int code = 1;
        try {
            code = run(Request.join(words));
        } catch (IOException | RunnerException | RuntimeException | LinkageError e) {
            e.printStackTrace(System.err);
            System.err.println(innermost(e));
        }
        System.exit(code); // owns exit
    }

    /**
     * Returns the innermost cause: JMH wraps the exception of one thread and attaches those of
     * others.
     */
    private static Throwable innermost(Throwable failure) {
        if (failure.getCause() != null) return innermost(failure.getCause());
        return failure.getSuppressed().length > 0 ? innermost(failure.getSuppressed()[0]) : failure;
    }

    private static int run(String text) throws IOException, RunnerException {
        Request request = Request.parse(text);
        @Nullable String complaint = Peers.complaint(request);
        if (complaint != null) {
            System.err.println(complaint);
            return IMPOSSIBLE;
        }
        RunResult result = new Runner(options(request, text)).runSingle();
        Figures.write(
                request.result(), Map.of("appendsPerSecond", result.getPrimaryResult().getScore()));
        return 0;
    }

    private static Options options(Request request, String text) {
        return new OptionsBuilder()
                .include(JournalBenchmark.class.getName())
                .param("request", text)
                .forks(0)
                .threads(request.threads())
                .warmupIterations(1)
                .warmupTime(TimeValue.seconds(request.warmUpSeconds()))
                .measurementIterations(1)
                .measurementTime(TimeValue.seconds(request.seconds()))
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
    }
}
