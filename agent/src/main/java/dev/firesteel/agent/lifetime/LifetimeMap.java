// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which lifetime files are given: by kind, and by level. A level's entry holds for those above it,
 * too, up to the next entry; what has no level gets the entry of its kind.
 */
public final class LifetimeMap {
    private final Map<FileKind, TreeMap<Integer, Lifetime>> entries = new EnumMap<>(FileKind.class);

    private LifetimeMap() {}

    /** The presets, in the order in which they are explained. */
    public static List<String> presets() {
        return List.of("off", "seed", "rocksdb", "measured");
    }

    /** The map of this name. */
    public static Optional<LifetimeMap> preset(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "off" -> new LifetimeMap();
                    case "seed" -> seed();
                    case "rocksdb" -> rocksdb();
                    case "measured" -> measured();
                    default -> null;
                });
    }

    /** Nine classes in four: what was given a class of its own for its size joins its elders. */
    private static LifetimeMap seed() {
        LifetimeMap map = new LifetimeMap();
        for (FileKind kind : FileKind.values()) map.put(kind, Lifetime.LONG);
        map.put(FileKind.JOURNAL, Lifetime.SHORT);
        map.put(FileKind.COMMIT_LOG, Lifetime.SHORT);
        map.put(FileKind.SAVED_CACHE, Lifetime.MEDIUM);
        map.put(FileKind.COMPRESSION_INFO, Lifetime.MEDIUM);
        map.put(FileKind.DIGEST, Lifetime.MEDIUM);
        map.put(FileKind.TOC, Lifetime.MEDIUM);
        map.put(FileKind.HINT, Lifetime.MEDIUM);
        map.put(FileKind.OTHER, Lifetime.MEDIUM);
        map.put(FileKind.DATA, Lifetime.EXTREME);
        map.put(FileKind.DATA, 0, Lifetime.MEDIUM);
        map.put(FileKind.DATA, 1, Lifetime.LONG);
        map.put(FileKind.DATA, 2, Lifetime.EXTREME);
        return map;
    }

    /** The levels as RocksDB has been run; an SSTable there is one file, so components follow. */
    private static LifetimeMap rocksdb() {
        return byLevel(Lifetime.MEDIUM, Lifetime.MEDIUM, Lifetime.LONG, Lifetime.EXTREME);
    }

    /** A flushed SSTable lives about as long as the journal's segments that it replaces. */
    private static LifetimeMap measured() {
        return byLevel(Lifetime.SHORT, Lifetime.MEDIUM, Lifetime.LONG, Lifetime.EXTREME);
    }

    /** Components die with their data, so each gets what the data gets. */
    private static LifetimeMap byLevel(Lifetime... levels) {
        LifetimeMap map = new LifetimeMap();
        for (FileKind kind : FileKind.values()) {
            map.put(kind, kind.hasLevel() ? Lifetime.LONG : Lifetime.SHORT);
            if (kind.hasLevel())
                for (int level = 0; level < levels.length; level++)
                    map.put(kind, level, levels[level]);
        }
        map.put(FileKind.SAVED_CACHE, Lifetime.LONG);
        map.put(FileKind.HINT, Lifetime.MEDIUM);
        return map;
    }

    /** All files of a kind, whatever the level, except for levels that get an entry later. */
    public void put(FileKind kind, Lifetime lifetime) {
        TreeMap<Integer, Lifetime> levels = new TreeMap<>();
        levels.put(FileClass.NO_LEVEL, lifetime);
        entries.put(kind, levels);
    }

    /** This level, and those above it that have no entry of their own. */
    public void put(FileKind kind, int level, Lifetime lifetime) {
        entries.computeIfAbsent(kind, absent -> new TreeMap<>()).put(level, lifetime);
    }

    /** What files of a class are given. */
    public Lifetime of(FileClass files) {
        TreeMap<Integer, Lifetime> levels = entries.get(files.kind());
        if (levels == null) return Lifetime.NOT_SET;
        Map.Entry<Integer, Lifetime> entry = levels.floorEntry(files.level());
        return entry == null ? Lifetime.NOT_SET : entry.getValue();
    }

    /** Whether no file is given any. */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LifetimeMap map && entries.equals(map.entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
