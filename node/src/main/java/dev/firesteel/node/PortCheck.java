// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks in Linux's {@code /proc} whether a process listens at an address. */
final class PortCheck {
    private static final Path PROCESSES = Path.of("/proc");
    private static final List<String> TABLES = List.of("net/tcp", "net/tcp6");
    private static final String LISTEN = "0A";
    private static final int ADDRESS_AT = 1;
    private static final int STATE_AT = 3;
    private static final int INODE_AT = 9;

    private PortCheck() {}

    /**
     * Returns whether this process listens at the address. A server that answers may be another
     * process.
     *
     * @param address an IPv4 address
     * @return true as well if it cannot be determined
     */
    static boolean is(long pid, InetSocketAddress address) {
        Path process = PROCESSES.resolve(Long.toString(pid));
        try {
            List<String> sockets = sockets(process, address);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
                for (Path file : files) if (sockets.contains(target(file))) return true;
            }
            return false;
        } catch (IOException e) {
            return !Files.isDirectory(PROCESSES.resolve("self")); // not Linux, or it has ended
        }
    }

    private static List<String> sockets(Path process, InetSocketAddress address)
            throws IOException {
        List<String> sockets = new ArrayList<>();
        for (String table : TABLES) {
            Path file = process.resolve(table);
            if (!Files.exists(file)) continue;
            for (String line : Files.readAllLines(file)) {
                String[] words = line.strip().split(" +", -1);
                if (words[ADDRESS_AT].endsWith(hex(address)) && words[STATE_AT].equals(LISTEN))
                    sockets.add("socket:[" + words[INODE_AT] + "]");
            }
        }
        return sockets;
    }

    /**
     * Returns the address in the tables' format, last byte first. It is also the end of the
     * corresponding IPv6 address.
     */
    private static String hex(InetSocketAddress address) {
        byte[] bytes = address.getAddress().getAddress();
        StringBuilder hex = new StringBuilder();
        for (int i = bytes.length - 1; i >= 0; i--) hex.append("%02X".formatted(bytes[i]));
        return hex.append(String.format(Locale.ROOT, ":%04X", address.getPort())).toString();
    }

    /** Returns the target of a link, or "" if the file has been closed meanwhile. */
    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
