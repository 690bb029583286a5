// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds reasons to doubt a measurement. */
final class ValidityWarnings {
    /** Share of all processors used by other processes, above which a measurement is doubtful. */
    static final double QUIET = 0.1;

    private static final double KEPT = 0.98;
    private static final double PERCENT = 100;

    private final Measurement one;
    private final List<String> texts = new ArrayList<>();

    private ValidityWarnings(Measurement one) {
        this.one = one;
    }

    /** Returns a line if the node was not warm. It is the same for all measurements of the node. */
    static Optional<String> ofNode(Measurement one) {
        if (one.warmUp().isSettled()) return Optional.empty();
        double seconds = one.warmUp().seconds();
        return Optional.of(
                String.format(
                        Locale.ROOT,
                        "%s, %s%s, round %d: %s %.0f s of warm-up (--warm-up)",
                        one.mode().title(),
                        one.cell().workload(),
                        one.cell().placement(),
                        one.round(),
                        seconds < SteadyState.LEAST_SECONDS
                                ? "too short to show whether the rate was steady:"
                                : "the rate was not steady after",
                        seconds));
    }

    /** Returns a line with all other doubts, if there are any. */
    static Optional<String> of(Measurement one) {
        ValidityWarnings doubts = new ValidityWarnings(one);
        doubts.addErrors();
        LittlesLaw.complaint(one).ifPresent(doubts.texts::add);
        doubts.addRate();
        doubts.addMachine();
        if (one.isFlushed()) doubts.texts.add("memtables were flushed: give more --in-memory");
        return doubts.texts.isEmpty() ? Optional.empty() : Optional.of(doubts.line());
    }

    private void addErrors() {
        if (one.result().errors() > 0)
            texts.add(one.result().errors() + " operations failed: " + one.result().firstError());
    }

    private void addRate() {
        double rate = one.result().operationsPerSecond();
        if (one.loop() == Loop.OPEN && rate < KEPT * one.targetPerSecond())
            texts.add(
                    String.format(
                            Locale.ROOT,
                            "the rate was not kept, %.0f instead of %.0f op/s:"
                                    + " latencies grow for as"
                                    + " long as it lasts",
                            rate,
                            one.targetPerSecond()));
    }

    private void addMachine() {
        if (one.cost().otherCpuShare() > QUIET)
            texts.add(
                    String.format(
                            Locale.ROOT,
                            "processes other than node and client used %.0f %% of the processors",
                            one.cost().otherCpuShare() * PERCENT));
    }

    private String line() {
        return "%s, %s, %s loop, round %d: %s"
                .formatted(
                        one.mode().title(),
                        one.cell(),
                        one.loop().title(),
                        one.round(),
                        String.join("; ", texts));
    }
}
