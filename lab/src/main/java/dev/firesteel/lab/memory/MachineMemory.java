// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The memory of this machine, or of the control group that this program runs in. */
public final class MachineMemory {
    private MachineMemory() {}

    /** Returns the memory in bytes. */
    public static long bytes() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                .getTotalMemorySize();
    }
}
