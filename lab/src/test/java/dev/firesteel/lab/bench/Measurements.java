// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ycsb.OperationResult;
import dev.firesteel.lab.ycsb.YcsbResult;
import java.util.Map;

/** Makes simulated measurements of 8 clients. */
final class Measurements {
    static final Cell CELL = new Cell(new Workload("write"), 8, Placement.TOGETHER);
    static final int SECONDS = 10;

    private Measurements() {}

    private static final WarmUp WARM = new WarmUp(60, true);

    /** Returns a closed loop in which Little's law holds. */
    static Measurement closed(int round, Mode mode, double perSecond) {
        return closed(round, mode, perSecond, 8e6 / perSecond);
    }

    static Measurement closed(int round, Mode mode, double perSecond, double meanMicros) {
        return one(round, mode, Loop.CLOSED, 0, perSecond, meanMicros, 0, quiet(), WARM);
    }

    static Measurement open(int round, Mode mode, double target, double perSecond) {
        return one(round, mode, Loop.OPEN, target, perSecond, 500, 0, quiet(), WARM);
    }

    static Measurement withErrors(long errors) {
        return one(1, Mode.BATCH, Loop.CLOSED, 0, 1000, 8000, errors, quiet(), WARM);
    }

    static Measurement unsettled(double seconds) {
        return one(
                1, Mode.BATCH, Loop.CLOSED, 0, 1000, 8000, 0, quiet(), new WarmUp(seconds, false));
    }

    static Measurement amongOthers(double otherCpuShare) {
        Cost cost = new Cost(80, 40, 3, 2, 2048, new DeviceCost(0.5, 3072, 0), otherCpuShare);
        return one(1, Mode.BATCH, Loop.CLOSED, 0, 1000, 8000, 0, cost, WARM);
    }

    private static Cost quiet() {
        return new Cost(80, 40, 3, 2, 2048, new DeviceCost(0.5, 3072, 0.25), 0);
    }

    private static Measurement one(
            int round,
            Mode mode,
            Loop loop,
            double target,
            double perSecond,
            double meanMicros,
            long errors,
            Cost cost,
            WarmUp warmUp) {
        double p99 = meanMicros * 4;
        OperationResult inserts =
                new OperationResult(
                        Math.round(perSecond * SECONDS),
                        errors,
                        meanMicros,
                        meanMicros,
                        p99,
                        2 * p99,
                        3 * p99);
        YcsbResult result =
                new YcsbResult(
                        "load",
                        8,
                        SECONDS,
                        inserts.succeeded(),
                        perSecond,
                        errors,
                        meanMicros,
                        meanMicros,
                        p99,
                        2 * p99,
                        3 * p99,
                        perSecond * SECONDS * meanMicros / 1e6,
                        Map.of("insert", inserts),
                        errors == 0 ? "" : "no",
                        Map.of());
        return new Measurement(round, mode, CELL, loop, target, warmUp, result, cost, "vda", false);
    }
}
