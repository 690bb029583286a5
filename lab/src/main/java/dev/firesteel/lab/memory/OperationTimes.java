// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.ycsb.OperationResult;
import dev.firesteel.lab.ycsb.YcsbResult;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How long reads and writes took: how long clients were busy with them, over their number and that
 * of the operations. It is what would pass from one to the next if all of them did nothing else.
 *
 * @param readSeconds elapsed seconds for a read; null if there were none
 * @param writeSeconds for a write
 * @param readPart 0 to 1: of all operations
 */
record OperationTimes(
        @Nullable Double readSeconds, @Nullable Double writeSeconds, double readPart) {
    private static final Set<String> READS = Set.of("read", "scan");
    private static final Set<String> WRITES = Set.of("update", "insert");

    static OperationTimes of(YcsbResult result) {
        long reads = operations(result, READS);
        long writes = operations(result, WRITES);
        return new OperationTimes(
                seconds(result, READS, reads),
                seconds(result, WRITES, writes),
                (double) reads / (reads + writes));
    }

    private static long operations(YcsbResult result, Set<String> kinds) {
        long operations = 0;
        for (Map.Entry<String, OperationResult> each : result.each().entrySet())
            if (kinds.contains(each.getKey())) operations += each.getValue().succeeded();
        return operations;
    }

    private static @Nullable Double seconds(YcsbResult result, Set<String> kinds, long operations) {
        double busyMicros = 0;
        for (Map.Entry<String, OperationResult> each : result.each().entrySet())
            if (kinds.contains(each.getKey()))
                busyMicros += each.getValue().succeeded() * each.getValue().meanMicros();
        return operations == 0 ? null : (Double) (busyMicros / 1e6 / operations / result.threads());
    }
}
