// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.ycsb.OperationResult;
import dev.firesteel.lab.ycsb.YcsbResult;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Read and write times: the clients' busy time, divided by the number of clients and of operations.
 * This is the time between operations if all clients did nothing else.
 *
 * @param readSeconds elapsed seconds for a read; null if there were none
 * @param writeSeconds for a write
 * @param readPart the share of reads among all operations, 0 to 1
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
