// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.mixed;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The schema changes of a run: those attempted, and those acknowledged.
 *
 * <p>A table, column or index is there if the last acknowledged change of it made it, or a later
 * one that was attempted. Otherwise it is not there. A table that is there has every row that was
 * acknowledged.
 */
public final class SchemaHistory {
    private final long run;
    private final List<SchemaChange> changes = new ArrayList<>();
    private final BitSet acknowledged = new BitSet();

    public SchemaHistory(long run) {
        this.run = run;
    }

    /**
     * Records an attempt.
     *
     * @throws IllegalArgumentException if it is not the next number
     */
    public void attempt(long seq) {
        if (seq != changes.size() + 1)
            throw new IllegalArgumentException(
                    "run %d: attempt %d follows %d".formatted(run, seq, changes.size()));
        changes.add(new SchemaChange(run, seq));
    }

    /** Records an acknowledgement. */
    public void acknowledge(long seq) {
        acknowledged.set((int) seq);
    }

    /** Returns the number of schema changes acknowledged; rows are none. */
    public int acknowledged() {
        return (int)
                changes.stream()
                        .filter(each -> each.kind() != SchemaChange.Kind.INSERT)
                        .filter(this::isAcknowledged)
                        .count();
    }

    /** Judges the schema that a node has. */
    public List<Partition.Finding> judge(SchemaContents read) {
        List<Partition.Finding> findings = new ArrayList<>();
        Set<String> tables = read.tables().keySet();
        for (Item each : items()) {
            boolean isThere = each.isIn(read);
            if (each.kind == ItemKind.INDEX && !tables.contains(each.table)) {
                if (isThere) findings.add(finding(each, true));
            } else if (!mayBe(each, isThere)) findings.add(finding(each, isThere));
        }
        for (SchemaChange each : changes) {
            if (each.kind() != SchemaChange.Kind.INSERT || !isAcknowledged(each)) continue;
            Set<Long> rows = read.tables().get(each.table());
            if (rows != null && !rows.contains(each.seq()))
                findings.add(
                        new Partition.Finding(
                                true,
                                "lost: row %d of %s, read %s"
                                        .formatted(each.seq(), each.table(), rows)));
        }
        findings.addAll(phantoms(read));
        return findings;
    }

    /** Returns the findings of names and rows of the run that no change has attempted. */
    private List<Partition.Finding> phantoms(SchemaContents read) {
        Set<String> known = new HashSet<>();
        for (Item each : items()) known.add(each.name);
        for (SchemaChange each : changes)
            if (each.kind() == SchemaChange.Kind.INSERT)
                known.add(each.table() + " row " + each.seq());
        Set<String> found = new LinkedHashSet<>(read.columns());
        found.addAll(read.indexes());
        read.tables()
                .forEach(
                        (table, rows) -> {
                            found.add(table);
                            for (long row : rows) found.add(table + " row " + row);
                        });
        return found.stream()
                .filter(name -> SchemaChange.isOf(run, name) && !known.contains(name))
                .map(name -> new Partition.Finding(false, "phantom: " + name))
                .toList();
    }

    /** A kind of thing that schema changes make and drop. */
    private enum ItemKind {
        TABLE(SchemaChange.Kind.CREATE_TABLE, SchemaChange.Kind.DROP_TABLE),
        INDEX(SchemaChange.Kind.CREATE_INDEX, SchemaChange.Kind.DROP_INDEX),
        COLUMN(SchemaChange.Kind.ADD_COLUMN, SchemaChange.Kind.DROP_COLUMN);

        private final SchemaChange.Kind making;
        private final SchemaChange.Kind dropping;

        ItemKind(SchemaChange.Kind making, SchemaChange.Kind dropping) {
            this.making = making;
            this.dropping = dropping;
        }

        private String name(SchemaChange change) {
            return switch (this) {
                case TABLE -> change.table();
                case INDEX -> change.index();
                case COLUMN -> change.column();
            };
        }
    }

    /**
     * A table, column or index.
     *
     * @param table the scratch table of its cycle
     */
    private record Item(ItemKind kind, String name, String table) {
        private boolean isIn(SchemaContents read) {
            return switch (kind) {
                case TABLE -> read.tables().containsKey(name);
                case INDEX -> read.indexes().contains(name);
                case COLUMN -> read.columns().contains(name);
            };
        }

        private boolean isChangedBy(SchemaChange change) {
            return (change.kind() == kind.making || change.kind() == kind.dropping)
                    && name.equals(kind.name(change));
        }
    }

    /** Returns all that the changes were to make. */
    private Set<Item> items() {
        Set<Item> items = new LinkedHashSet<>();
        for (SchemaChange each : changes)
            Stream.of(ItemKind.values())
                    .filter(kind -> kind.making == each.kind())
                    .map(kind -> new Item(kind, kind.name(each), each.table()))
                    .forEach(items::add);
        return items;
    }

    /** Returns whether an item may be there, or be missing. */
    private boolean mayBe(Item item, boolean isThere) {
        for (int i = changes.size() - 1; i >= 0; i--) {
            SchemaChange change = changes.get(i);
            if (!item.isChangedBy(change)) continue;
            if ((change.kind() == item.kind.making) == isThere) return true;
            if (isAcknowledged(change)) return false;
        }
        return !isThere;
    }

    private boolean isAcknowledged(SchemaChange change) {
        return acknowledged.get((int) change.seq());
    }

    private Partition.Finding finding(Item item, boolean isThere) {
        List<String> of = new ArrayList<>();
        for (SchemaChange each : changes)
            if (item.isChangedBy(each))
                of.add(each.kind() + (isAcknowledged(each) ? "" : " (not acknowledged)"));
        return new Partition.Finding(
                true,
                "lost: schema change, %s is %s, its changes %s"
                        .formatted(item.name, isThere ? "there" : "missing", of));
    }
}
