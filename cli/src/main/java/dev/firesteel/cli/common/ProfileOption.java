// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.node.NodeProfile;
import picocli.CommandLine.Option;

/** The option for the storage of nodes. */
public final class ProfileOption {
    @Option(
            names = "--profile",
            paramLabel = "default|latest",
            defaultValue = "latest",
            converter = Converter.class,
            description =
                    "The nodes' storage (default: ${DEFAULT-VALUE}): default, as in cassandra.yaml"
                            + " (SSTables in the format BIG, memtables on the heap, size-tiered"
                            + " compaction); or latest, as in cassandra_latest.yaml (BTI, trie"
                            + " memtables off the heap, unified compaction).")
    NodeProfile profile = NodeProfile.LATEST;

    /** Returns the profile. */
    public NodeProfile profile() {
        return profile;
    }

    static final class Converter extends LowerCaseEnum<NodeProfile> {
        Converter() {
            super(NodeProfile.class);
        }
    }
}
