// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.table;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.db.virtual.VirtualTable;

/**
 * The virtual keyspace. Cassandra takes one as a whole, and the journal and the lifetimes of files
 * each bring tables at a time of their own.
 */
public final class FiresteelKeyspace {
    public static final String NAME = "firesteel";

    private static final Map<String, VirtualTable> tables = new TreeMap<>();

    private FiresteelKeyspace() {}

    /** Shows more tables; one whose name is there already is replaced. */
    public static synchronized void show(List<VirtualTable> more) {
        for (VirtualTable each : more) tables.put(each.name(), each);
        VirtualKeyspaceRegistry.instance.register(
                new VirtualKeyspace(NAME, List.copyOf(tables.values())));
    }
}
