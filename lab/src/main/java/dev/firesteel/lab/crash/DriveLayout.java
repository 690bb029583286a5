// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.CassandraCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The drives of a campaign's nodes.
 *
 * @param directory the campaign's directory
 * @param kind the use of the log's drive
 * @param isLying whether that drive acknowledges flushes that it does not make
 * @param logBytes the size of the log
 */
public record DriveLayout(Path directory, NodeDrives.Kind kind, boolean isLying, long logBytes) {
    private static final int HONEST = 0;

    /** The number of writes that a lying drive may lose: a busy node's records of one second. */
    private static final int VOLATILE_WRITES = 64;

    /**
     * Returns the nodes. A single one has its files in the campaign's directory, those of a cluster
     * have directories in it.
     *
     * @param count at least 1
     * @param first the loopback address of the first node; the others have the next ones
     * @param journals makes the journals; null for nodes without
     * @param target returns the kind of node for its drives
     */
    public List<PoweredNode> nodes(
            int count,
            String first,
            @Nullable JournalMaker journals,
            Function<NodeDrives, Target> target) {
        List<PoweredNode> nodes = new ArrayList<>();
        for (String address : CassandraCluster.addresses(first, count)) {
            String name = PoweredNode.DIRECTORY + (nodes.size() + 1);
            NodeDrives drives =
                    new NodeDrives(
                            count == 1 ? directory : directory.resolve(name),
                            kind,
                            isLying ? VOLATILE_WRITES : HONEST,
                            logBytes,
                            journals);
            nodes.add(new PoweredNode(drives, target.apply(drives), address));
        }
        return nodes;
    }
}
