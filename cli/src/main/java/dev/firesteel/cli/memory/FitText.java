// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.memory.Fit;
import dev.firesteel.memory.LackOfFit;
import dev.firesteel.memory.TimeModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Formats a fit for people (lines) and for machines (fields). */
record FitText(Fit fit) {

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("model           " + fit.model().formula());
        lines.add(line("a", fit.a()));
        lines.add(line("b", fit.b()));
        lines.add(
                "R squared       %.4f, of %d measurements".formatted(fit.rSquared(), fit.points()));
        lines.add("standard error  %s s, of the estimate".formatted(number(fit.standardError())));
        lines.add("more memory     " + effect());
        if (fit.lackOfFit() != null) lines.add("lack of fit     " + line(fit.lackOfFit()));
        lines.add(
                "holds           from %.6g to %.6g of memory: the measured range%s"
                        .formatted(fit.smallest(), fit.largest(), limit()));
        return lines;
    }

    private String effect() {
        if (fit.isTold())
            return "is faster: significant, by the 95 %% interval of %s".formatted(slope());
        String doubt = "has no significant effect";
        return fit.orConstant().isConstant() ? doubt + "; by this fit it is slower" : doubt;
    }

    /** Returns the name of memory's coefficient. */
    private String slope() {
        return fit.model() == TimeModel.WRITE ? "a" : "b";
    }

    private static String line(LackOfFit lack) {
        return test(lack)
                + (lack.isSignificant()
                        ? ": significant; the model does not describe these measurements"
                        : ": not significant");
    }

    /** Returns the test as text, such as "F(3, 3) = 15.8, p = 0.024". */
    static String test(LackOfFit lack) {
        return "F(%d, %d) = %.3g, p = %.2g"
                .formatted(lack.memories(), lack.repeats(), lack.f(), lack.probability());
    }

    private static String line(String name, Fit.Coefficient coefficient) {
        return "%-15s %s (95 %%: %s to %s; standard error %s)"
                .formatted(
                        name,
                        number(coefficient.value()),
                        number(coefficient.low()),
                        number(coefficient.high()),
                        number(coefficient.standardError()));
    }

    /**
     * Formats with three decimals, or with four digits below 1: one operation takes little time.
     */
    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 1 ? "%.4g" : "%.3f", value);
    }

    private String limit() {
        return Double.isInfinite(fit.zeroAt())
                ? ""
                : "; at %.6g its time would be zero".formatted(fit.zeroAt());
    }

    Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("a", fit.a().value());
        fields.put("b", fit.b().value());
        fields.put("rSquared", fit.rSquared());
        fields.put("standardError", fit.standardError());
        fields.put("confidence95", both(FitText::interval));
        fields.put("isFasterWithMore", fit.isTold());
        fields.put("coefficientErrors", both(Fit.Coefficient::standardError));
        fields.put("lackOfFit", lackOfFit());
        fields.put("model", fit.model().toString());
        fields.put("points", fit.points());
        fields.put("measured", List.of(fit.smallest(), fit.largest()));
        fields.put("zeroAt", Double.isInfinite(fit.zeroAt()) ? null : fit.zeroAt());
        return fields;
    }

    private @Nullable Map<String, Object> lackOfFit() {
        LackOfFit lack = fit.lackOfFit();
        if (lack == null) return null;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("f", lack.f());
        fields.put("degreesOfFreedom", List.of(lack.memories(), lack.repeats()));
        fields.put("probability", lack.probability());
        return fields;
    }

    private Map<String, Object> both(Function<Fit.Coefficient, Object> value) {
        Map<String, Object> both = new LinkedHashMap<>();
        both.put("a", value.apply(fit.a()));
        both.put("b", value.apply(fit.b()));
        return both;
    }

    private static List<Double> interval(Fit.Coefficient coefficient) {
        return List.of(coefficient.low(), coefficient.high());
    }
}
