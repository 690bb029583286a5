// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A vertical axis.
 *
 * @param low the value at the bottom
 * @param high the value at the top
 * @param marks the values shown beside it
 * @param isLogarithmic whether the scale is logarithmic
 */
record ValueAxis(double low, double high, List<Double> marks, boolean isLogarithmic) {
    static ValueAxis from(double floor, double... values) {
        double most = Math.max(floor, Arrays.stream(values).max().orElse(floor));
        double step = AxisTicks.step(floor, most);
        int steps = (int) Math.max(1, Math.ceil((most - floor) / step - 1e-9));
        List<Double> marks = new ArrayList<>();
        for (int i = 0; i <= steps; i++) marks.add(floor + i * step);
        return new ValueAxis(floor, floor + steps * step, marks, false);
    }

    static ValueAxis logarithmic(double... values) {
        double least = Arrays.stream(values).min().orElse(1);
        double most = Arrays.stream(values).max().orElse(1);
        if (!(least > 0))
            throw new IllegalArgumentException("no logarithm of " + least + ": above 0 is needed");
        int first = (int) Math.floor(Math.log10(least));
        int last = Math.max(first + 1, (int) Math.ceil(Math.log10(most) - 1e-9));
        List<Double> marks = new ArrayList<>();
        for (int power = first; power <= last; power++) marks.add(Math.pow(10, power));
        return new ValueAxis(Math.pow(10, first), Math.pow(10, last), marks, true);
    }

    /** Returns the height of a value, from 0 at the bottom to 1 at the top. */
    double height(double value) {
        return isLogarithmic
                ? Math.log(value / low) / Math.log(high / low)
                : (value - low) / (high - low);
    }
}
