// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.node.NodeProfile;

/** Converts names of profiles. */
public final class ProfileText extends LowerCaseEnum<NodeProfile> {
    /** The description of the option {@code --profile}. */
    public static final String DESCRIPTION =
            "The nodes' storage (default: ${DEFAULT-VALUE}): default, as in cassandra.yaml (SSTables"
                    + " in the format BIG, memtables on the heap, size-tiered compaction); or"
                    + " latest, as in cassandra_latest.yaml (BTI, trie memtables off the heap,"
                    + " unified compaction).";

    ProfileText() {
        super(NodeProfile.class);
    }
}
