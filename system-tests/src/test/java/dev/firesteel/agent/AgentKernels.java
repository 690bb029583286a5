// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

/** Opens to a test what the agent knows of kernels, which is nobody else's business. */
public final class AgentKernels {
    private AgentKernels() {}

    /** Whether the agent refuses a journal on ext4 under this one. */
    public static boolean isRefused(String release) {
        return new KernelCheck(release, false).isAffected();
    }
}
