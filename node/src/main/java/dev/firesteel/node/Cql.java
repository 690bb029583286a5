// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A minimal client of the native protocol, which checks whether a server supports it. */
final class Cql {
    private static final byte VERSION_4 = 0x04;
    private static final byte OPTIONS = 0x05;
    private static final byte SUPPORTED = 0x06;
    private static final int OPCODE_AT = 4;
    private static final int HEADER_BYTES = 9;

    private Cql() {}

    /** Returns whether a server answers at this address within the timeout. */
    static boolean answers(InetSocketAddress address, int timeoutMillis) {
        try (Socket socket = new Socket()) {
            socket.connect(address, timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            byte[] request = new byte[HEADER_BYTES];
            request[0] = VERSION_4;
            request[OPCODE_AT] = OPTIONS;
            socket.getOutputStream().write(request);
            byte[] reply = socket.getInputStream().readNBytes(HEADER_BYTES);
            return reply.length == HEADER_BYTES && reply[OPCODE_AT] == SUPPORTED;
        } catch (IOException e) {
            return false; // not yet: the caller has a deadline
        }
    }
}
