// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.util.List;

/**
 * A network partition between nodes on this machine. A table of nftables drops every packet between
 * one node and the others, in both directions. Clients still reach all of them.
 */
public final class Partition implements AutoCloseable {
    private static final String NFT = "nft";

    private final String table;

    private Partition(String table) {
        this.table = table;
    }

    /**
     * Checks that this machine can be told to drop packets.
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

    /**
     * Separates a node from others, until it is closed.
     *
     * @param address the address of the node
     * @param others the addresses of the others, at least one
     */
    public static Partition between(String address, List<String> others) throws IOException {
        clear(address);
        String table = table(address);
        String set = "{ " + String.join(", ", others) + " }";
        String chain = "inet " + table + " input";
        Command.of(
                        NFT,
                        String.join(
                                "; ",
                                "add table inet " + table,
                                "add chain %s { type filter hook input priority 0 ; }"
                                        .formatted(chain),
                                "add rule %s ip saddr %s ip daddr %s drop"
                                        .formatted(chain, address, set),
                                "add rule %s ip saddr %s ip daddr %s drop"
                                        .formatted(chain, set, address)))
                .run();
        return new Partition(table);
    }

    /** Ends the partition around a node that a killed process has left. */
    public static void clear(String address) throws IOException {
        String table = table(address);
        if (Command.of(NFT, "list", "table", "inet", table).succeeds()) delete(table);
    }

    private static String table(String address) {
        return "firesteel_" + address.replace('.', '_');
    }

    private static void delete(String table) throws IOException {
        Command.of(NFT, "delete", "table", "inet", table).run();
    }

    /** Ends the partition. */
    @Override
    public void close() throws IOException {
        delete(table);
    }
}
