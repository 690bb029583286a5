// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.nio.file.Path;

/** Gives tests access to the agent's package-private view of the storage stack. */
public final class AgentStack {
    private AgentStack() {}

    /** Returns whether a layer below files, or below a raw device, is known to act on lifetimes. */
    public static String acts(Path root, String number, boolean raw) {
        StorageStack stack =
                new StorageStack(root.resolve("sys"), root.resolve("proc/self/mountinfo"));
        return (raw ? stack.ofDevice(number) : stack.ofFiles(number)).acts();
    }
}
