// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NetworkIT {
    @BeforeEach
    void requireSupported() {
        try {
            Network.requireSupported();
        } catch (IOException e) {
            abort("skipped: " + e.getMessage());
        }
    }

    private static Network start(String topology, int nodes) throws Exception {
        return Network.start(Topology.parse(topology), nodes, 1);
    }

    /** Upper bounds are wide: other programs may delay this one. */
    @Test
    void delaysLosesAndSlowsAsAskedFor() throws Exception {
        try (Network network = start("star:5ms,loss=10%,bandwidth=8Mbit/s", 2)) {
            NetworkFigures figures = network.check();
            assertThat(figures.measuredRoundTripMicros()).isBetween(10_000.0, 30_000.0);
            assertThat(figures.measuredLoss()).isBetween(0.05, 0.2);
            assertThat(figures.measuredBytesPerSecond()).isBetween(0.4e6, 1.1e6);
            network.count();
            assertThat(network.figures().carried()).isNotNull();
        }
    }

    @Test
    void aThreadComesBackFromANamespace() throws Exception {
        Path before = Files.readSymbolicLink(Path.of("/proc/thread-self/ns/net"));
        try (Network network = start("star:0", 1)) {
            try (Namespace namespace = Namespace.enter(network.ofClient())) {
                assertThat(Files.readSymbolicLink(Path.of("/proc/thread-self/ns/net")))
                        .isNotEqualTo(before);
            }
            assertThat(Files.readSymbolicLink(Path.of("/proc/thread-self/ns/net")))
                    .isEqualTo(before);
        }
    }

    @Test
    void aStationReachesOthersAndNothingElse() throws Exception {
        try (Network network = start("star:0", 1);
                ServerSocket outside = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Namespace atNode = Namespace.enter(network.ofNode(0));
                ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(Network.address(0), 7_000));
            try (Namespace atClient = Namespace.enter(network.ofClient());
                    Socket socket = new Socket(Network.address(0), 7_000)) {
                assertThat(socket.isConnected()).isTrue();
                assertThatThrownBy(() -> connect(outside.getLocalPort()))
                        .isInstanceOf(ConnectException.class);
            }
        }
    }

    private static void connect(int port) throws IOException {
        try (Socket unused = new Socket(InetAddress.getLoopbackAddress(), port)) {
            assertThat(unused.isConnected()).isTrue();
        }
    }
}
