// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's counters at one moment.
 *
 * @param node of the node
 * @param client of this process
 * @param device of the device that holds the log, if there is one
 * @param machine of all processors
 */
record Counters(
        ProcessCounters node,
        ProcessCounters client,
        @Nullable DeviceCounters device,
        MachineCounters machine) {
    static Counters read(long pid, @Nullable LogDevice device) throws IOException {
        return new Counters(
                ProcessCounters.read(pid),
                ProcessCounters.read(ProcessHandle.current().pid()),
                device == null ? null : device.counters(),
                MachineCounters.read());
    }

    /** Returns the average cost of operations since the earlier counters. */
    Cost since(Counters before, long operations) {
        double count = Math.max(1, operations);
        long nodeMicros = node.cpuMicros() - before.node.cpuMicros();
        long clientMicros = client.cpuMicros() - before.client.cpuMicros();
        long busy = machine.busyMicros() - before.machine.busyMicros();
        long all = Math.max(1, machine.allMicros() - before.machine.allMicros());
        return new Cost(
                nodeMicros / count,
                clientMicros / count,
                node.switchesSince(before.node) / count,
                client.switchesSince(before.client) / count,
                (node.writtenBytes() - before.node.writtenBytes()) / count,
                DeviceCost.of(before.device, device, count),
                (double) Math.max(0, busy - nodeMicros - clientMicros) / all);
    }
}
