// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortCheckTest {
    @Test
    void tellsWhoseSocketAnswers() throws IOException {
        long self = ProcessHandle.current().pid();
        Process other = new ProcessBuilder("sleep", "60").start();
        InetSocketAddress address;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.3.77"))) {
            address = (InetSocketAddress) socket.getLocalSocketAddress();
            assertThat(PortCheck.is(self, address)).isTrue();
            assertThat(PortCheck.is(other.pid(), address)).isFalse();
            InetSocketAddress elsewhere = new InetSocketAddress("127.0.3.78", address.getPort());
            assertThat(PortCheck.is(self, elsewhere)).isFalse();
        } finally {
            other.destroyForcibly().onExit().join();
        }
        assertThat(PortCheck.is(self, address)).isFalse();
        assertThat(PortCheck.is(other.pid(), address)).isFalse();
    }
}
