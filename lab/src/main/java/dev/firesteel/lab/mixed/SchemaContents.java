// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.mixed;

import java.util.Map;
import java.util.Set;

/**
 * The scratch tables, added columns and indexes that a node has.
 *
 * @param tables the rows of each scratch table
 * @param columns the names of the columns that were added
 * @param indexes the names of the indexes on scratch tables
 */
public record SchemaContents(
        Map<String, Set<Long>> tables, Set<String> columns, Set<String> indexes) {
    public SchemaContents {
        tables = Map.copyOf(tables);
        columns = Set.copyOf(columns);
        indexes = Set.copyOf(indexes);
    }
}
