// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.table;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.db.virtual.VirtualTable;

/**
 * The virtual keyspace. Cassandra registers a keyspace as a whole, but the tables of the journal
 * and of file lifetimes are added at different times.
 */
public final class FiresteelKeyspace {
    public static final String NAME = "firesteel";

    private static final Map<String, VirtualTable> tables = new TreeMap<>();

    private FiresteelKeyspace() {}

    /** Adds tables; a table of the same name is replaced. */
    public static synchronized void show(List<VirtualTable> more) {
        for (VirtualTable each : more) tables.put(each.name(), each);
        VirtualKeyspaceRegistry.instance.register(
                new VirtualKeyspace(NAME, List.copyOf(tables.values())));
    }
}
