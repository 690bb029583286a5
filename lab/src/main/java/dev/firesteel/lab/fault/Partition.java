// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;

/**
 * A partition between a node on this machine and the others. A table of nftables drops all packets
 * of connections to its port for messages. So no request and no response of another node reaches
 * it. What it sends to the others still does, as Cassandra sends over connections of its own.
 * Clients reach every node.
 *
 * <p>The source addresses of packets do not tell nodes on one machine apart.
 */
public final class Partition implements AutoCloseable {
    private static final String NFT = "nft";

    private final String address;

    private Partition(String address) {
        this.address = address;
    }

    /**
     * Checks that nftables is usable.
     *
     * @throws FaultException if not; the message says what is missing
     */
    public static void requireSupported() throws IOException {
        try {
            Command.of(NFT, "list", "tables").run();
        } catch (FaultException e) {
            throw new FaultException(
                    "A partition needs nftables (Debian's package: nftables), and root: "
                            + e.getMessage());
        }
    }

    /** Returns whether nftables is usable. */
    public static boolean isSupported() throws IOException {
        try {
            requireSupported();
            return true;
        } catch (FaultException e) {
            return false;
        }
    }

    /**
     * Keeps messages away from a node, until this is closed.
     *
     * @param address the address of the node
     * @param port its {@code storage_port}
     */
    public static Partition around(String address, int port) throws IOException {
        clear(address);
        String chain = "inet " + table(address) + " input";
        Command.of(
                        NFT,
                        String.join(
                                "; ",
                                "add table inet " + table(address),
                                "add chain %s { type filter hook input priority 0 ; }"
                                        .formatted(chain),
                                "add rule %s ip daddr %s tcp dport %d drop"
                                        .formatted(chain, address, port),
                                "add rule %s ip saddr %s tcp sport %d drop"
                                        .formatted(chain, address, port)))
                .run();
        return new Partition(address);
    }

    /** Ends the partition around a node, if there is one. */
    public static void clear(String address) throws IOException {
        String table = table(address);
        if (Command.of(NFT, "list", "table", "inet", table).succeeds())
            Command.of(NFT, "delete", "table", "inet", table).run();
    }

    private static String table(String address) {
        return "firesteel_" + address.replace('.', '_');
    }

    @Override
    public void close() throws IOException {
        clear(address);
    }
}
