// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;

/** Sends SIGKILL at a random moment. */
final class KillFault implements Fault {
    @Override
    public String name() {
        return "kill";
    }

    @Override
    public boolean isForClusters() {
        return true;
    }

    @Override
    public void strike(FaultContext context) throws IOException, InterruptedException {
        context.load().last(context.chooseLoad());
        context.node().kill();
    }
}
