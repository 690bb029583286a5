// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests partitions as the kernel makes them. */
class PartitionIT {
    private static final String NODE = "127.0.77.1";
    private static final String OTHER = "127.0.77.2";
    private static final int PATIENCE_MILLIS = 300;

    @BeforeEach
    void requireSupported() throws IOException {
        assumeTrue(Partition.isSupported(), "skipped: nftables is not usable here");
    }

    @AfterEach
    void leaveNothing() throws IOException {
        Partition.clear(NODE);
    }

    @Test
    void keepsMessagesFromOneNodeAlone() throws Exception {
        try (ServerSocket messages = listen(NODE);
                ServerSocket clients = listen(NODE);
                ServerSocket others =
                        new ServerSocket(
                                messages.getLocalPort(), 1, InetAddress.getByName(OTHER))) {
            assertThat(isReached(messages)).isTrue();
            try (Partition partition = Partition.around(NODE, messages.getLocalPort())) {
                assertThat(isReached(messages)).isFalse();
                assertThat(isReached(clients)).isTrue();
                assertThat(isReached(others)).isTrue();
            }
            assertThat(isReached(messages)).isTrue();
        }
    }

    @Test
    void stopsAConnectionThatIsOpen() throws Exception {
        try (ServerSocket server = listen(NODE);
                Socket socket = connect(server);
                Socket accepted = server.accept()) {
            socket.getOutputStream().write(1);
            assertThat(accepted.getInputStream().read()).isEqualTo(1);
            accepted.setSoTimeout(PATIENCE_MILLIS);
            try (Partition partition = Partition.around(NODE, server.getLocalPort())) {
                socket.getOutputStream().write(2);
                assertThat(isSilent(accepted)).isTrue();
            }
            accepted.setSoTimeout(60_000);
            assertThat(accepted.getInputStream().read()).isEqualTo(2);
        }
    }

    /** A killed campaign leaves its partition behind. */
    @Test
    void isReplacedByANewOneAndClearedByAddress() throws Exception {
        try (ServerSocket first = listen(NODE);
                ServerSocket second = listen(NODE)) {
            Partition.around(NODE, first.getLocalPort());
            Partition.around(NODE, second.getLocalPort());
            assertThat(isReached(first)).isTrue();
            assertThat(isReached(second)).isFalse();
            Partition.clear(NODE);
            assertThat(isReached(second)).isTrue();
            Partition.clear(NODE);
        }
    }

    private static boolean isSilent(Socket socket) throws IOException {
        try {
            socket.getInputStream().read();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    private static boolean isReached(ServerSocket server) throws IOException {
        try (Socket socket = connect(server);
                Socket accepted = server.accept()) {
            return accepted.isConnected();
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    private static ServerSocket listen(String address) throws IOException {
        return new ServerSocket(0, 1, InetAddress.getByName(address));
    }

    private static Socket connect(ServerSocket to) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(
                    new InetSocketAddress(to.getInetAddress(), to.getLocalPort()), PATIENCE_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
