// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Connects to a node's MBeans. Nodes open no JMX port, which could clash or be reached from other
 * machines. A connection attaches to the process, which only its own user can do.
 */
final class Management {
    private Management() {}

    @SuppressWarnings("BanJNDI") // the address is the process's own, and so is what it sends
    static JMXConnector connect(long pid) throws NodeException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                return JMXConnectorFactory.connect(
                        new JMXServiceURL(machine.startLocalManagementAgent()));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | IOException e) {
            throw new NodeException("Cannot attach to process " + pid + ": " + e.getMessage(), e);
        }
    }
}
