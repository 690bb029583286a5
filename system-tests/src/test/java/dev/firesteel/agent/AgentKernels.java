// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

/** Gives tests access to the agent's package-private list of kernels. */
public final class AgentKernels {
    private AgentKernels() {}

    /** Returns whether the agent refuses a journal on ext4 under this kernel. */
    public static boolean isRefused(String release) {
        return new KernelCheck(release, false).isAffected();
    }
}
