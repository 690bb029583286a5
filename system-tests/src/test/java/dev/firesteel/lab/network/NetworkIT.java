// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
            assertThat(figures.measuredLoss()).isBetween(0.05, 0.5);
            assertThat(figures.measuredBytesPerSecond()).isBetween(0.4e6, 1.1e6);
            assertThat(figures.carried()).isNull();
        }
    }

    @Test
    void countsWhatItCarries() throws Exception {
        try (Network network = start("star:1ms", 1);
                Namespace atNode = Namespace.enter(network.ofNode(0));
                DatagramSocket node = new DatagramSocket(7_000)) {
            NetworkFigures unused = network.check();
            network.count();
            node.setSoTimeout(60_000);
            try (Namespace atClient = Namespace.enter(network.ofClient());
                    DatagramSocket client = new DatagramSocket()) {
                InetSocketAddress to = new InetSocketAddress(Network.address(0), 7_000);
                for (int i = 0; i < 100; i++) client.send(new DatagramPacket(new byte[72], 72, to));
            }
            for (int i = 0; i < 100; i++) node.receive(new DatagramPacket(new byte[72], 72));
            RelayReport carried = requireNonNull(network.figures().carried());
            assertThat(carried.packets()).isEqualTo(100);
            assertThat(carried.bytes()).isEqualTo(100 * (72 + 28));
            assertThat(carried.lost() + carried.dropped()).isZero();
        }
    }

    @Test
    @Tag("full")
    void aBadLinkIsMeasuredInFiniteTime() throws Exception {
        try (Network network = start("star:1ms,loss=60%", 1)) {
            assertThat(network.check().measuredLoss()).isBetween(0.4, 0.9);
        }
    }

    @Test
    void saysThatItHasEnded() throws Exception {
        try (Network network = start("star:0", 1)) {
            ProcessHandle.current()
                    .children()
                    .filter(child -> network.ofClient().startsWith("/proc/" + child.pid()))
                    .forEach(ProcessHandle::destroyForcibly);
            assertThatThrownBy(network::count)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("The network's process has ended");
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
