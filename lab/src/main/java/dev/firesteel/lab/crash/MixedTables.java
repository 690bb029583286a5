// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.lab.mixed.Change;
import dev.firesteel.lab.mixed.Contents;
import java.util.Optional;

/**
 * The tables that clients change in every way: every other partition is in a table with a {@link
 * MixedView}. A journal takes writes to a table with a view otherwise than those to one without.
 */
final class MixedTables implements Changes.Reader {
    static final String VIEWED = "firesteel_lab.mixed_viewed";
    private static final String PLAIN = "firesteel_lab.mixed";

    private final MixedTable plain;
    private final MixedTable viewed;

    /**
     * Opens the tables, which must exist.
     *
     * @param consistency the level of changes and reads
     */
    MixedTables(CqlSession session, ConsistencyLevel consistency) {
        this.plain = new MixedTable(session, PLAIN, consistency);
        this.viewed = new MixedTable(session, VIEWED, consistency);
    }

    /** Creates the tables where they are missing; the keyspace must exist. */
    static void create(CqlSession session) {
        MixedTable.create(session, PLAIN);
        MixedTable.create(session, VIEWED);
        MixedView.create(session);
    }

    /** Returns whether a partition is in the table with the view. */
    static boolean isViewed(long key) {
        return key % 2 == 1;
    }

    private MixedTable table(long key) {
        return isViewed(key) ? viewed : plain;
    }

    /**
     * Makes a change; returns when it is acknowledged.
     *
     * @param byAll whether all replicas must acknowledge, not only those of the tables' level
     */
    void make(Change change, boolean byAll) {
        table(change.key()).make(change, byAll);
    }

    @Override
    public Contents read(long key) {
        return table(key).read(key);
    }

    @Override
    public Contents readAndRepair(long key) {
        return table(key).readAndRepair(key);
    }

    @Override
    public Optional<String> indexError(long key, Contents read) {
        return table(key).indexError(key, read);
    }
}
