// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.StartedNodes;
import dev.firesteel.lab.bench.Workload;
import java.nio.file.Path;
import java.util.List;

/** Settings of runs that take no time. */
final class SmallScale {
    private SmallScale() {}

    static ScaleSettings settings(int rounds, String machines) {
        return settings(List.of(1, 2, 4), rounds, Path.of("none"), "127.0.0.1", machines);
    }

    static ScaleSettings settings(
            List<Integer> nodes, int rounds, Path data, String address, String machines) {
        NodeKind kind =
                new NodeKind(
                        "",
                        nodes,
                        0.2,
                        8,
                        200,
                        new StartedNodes(
                                Mode.PERIODIC, Path.of("none"), data, address, 256 << 20, null));
        return new ScaleSettings(
                List.of(kind),
                new Workload("95/5"),
                new RowSize(2, 10),
                1,
                0,
                rounds,
                2,
                2,
                null,
                List.of(17),
                Hardware.parse(machines));
    }
}
