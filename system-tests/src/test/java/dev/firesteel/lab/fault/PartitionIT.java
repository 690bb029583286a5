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
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests partitions as the kernel makes them. */
class PartitionIT {
    private static final String NODE = "127.0.77.1";
    private static final String OTHER = "127.0.77.2";
    private static final String CLIENT = "127.0.77.3";
    private static final int PATIENCE_MILLIS = 300;

    @BeforeEach
    void requireSupported() {
        try {
            Partition.requireSupported();
        } catch (IOException e) {
            assumeTrue(false, "skipped: " + e.getMessage());
        }
    }

    @AfterEach
    void leaveNothing() throws IOException {
        Partition.clear(NODE);
    }

    @Test
    void separatesANodeFromTheOthersButNotFromClients() throws Exception {
        assertThat(isReached(OTHER, NODE)).isTrue();
        try (Partition partition = Partition.between(NODE, List.of(OTHER, "127.0.77.4"))) {
            assertThat(isReached(OTHER, NODE)).isFalse();
            assertThat(isReached(NODE, OTHER)).isFalse();
            assertThat(isReached(CLIENT, NODE)).isTrue();
            assertThat(isReached(CLIENT, OTHER)).isTrue();
        }
        assertThat(isReached(OTHER, NODE)).isTrue();
    }

    @Test
    void stopsAConnectionThatIsOpen() throws Exception {
        try (ServerSocket server = listen(NODE);
                Socket socket = connect(OTHER, server);
                Socket accepted = server.accept()) {
            socket.getOutputStream().write(1);
            assertThat(accepted.getInputStream().read()).isEqualTo(1);
            accepted.setSoTimeout(PATIENCE_MILLIS);
            try (Partition partition = Partition.between(NODE, List.of(OTHER))) {
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
        Partition.between(NODE, List.of(OTHER));
        Partition.between(NODE, List.of(CLIENT));
        assertThat(isReached(OTHER, NODE)).isTrue();
        assertThat(isReached(CLIENT, NODE)).isFalse();
        Partition.clear(NODE);
        assertThat(isReached(CLIENT, NODE)).isTrue();
        Partition.clear(NODE);
    }

    private static boolean isSilent(Socket socket) throws IOException {
        try {
            socket.getInputStream().read();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    private static boolean isReached(String from, String to) throws IOException {
        try (ServerSocket server = listen(to);
                Socket socket = connect(from, server)) {
            return socket.isConnected();
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    private static ServerSocket listen(String address) throws IOException {
        return new ServerSocket(0, 1, InetAddress.getByName(address));
    }

    private static Socket connect(String from, ServerSocket to) throws IOException {
        Socket socket = new Socket();
        try {
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(to.getLocalSocketAddress(), PATIENCE_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
