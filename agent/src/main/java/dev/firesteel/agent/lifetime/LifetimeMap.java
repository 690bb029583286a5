// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Maps kinds and levels of files to lifetimes. A level's entry also applies to higher levels, up to
 * the next entry. Files without a level get the entry of their kind.
 */
public final class LifetimeMap {
    private final Map<FileKind, TreeMap<Integer, Lifetime>> entries = new EnumMap<>(FileKind.class);

    private LifetimeMap() {}

    /** Returns the names of the presets, in the order of their documentation. */
    public static List<String> presets() {
        return List.of("off", "seed", "rocksdb", "measured");
    }

    /** Returns the preset with the name. */
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

    /** Maps nine classes to four lifetimes; a class defined only by size joins an older one. */
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

    /**
     * Returns the lifetimes used with RocksDB. Its SSTables are single files, so components follow.
     */
    private static LifetimeMap rocksdb() {
        return byLevel(Lifetime.MEDIUM, Lifetime.MEDIUM, Lifetime.LONG, Lifetime.EXTREME);
    }

    /**
     * Returns measured lifetimes: a flushed SSTable lives about as long as its journal segments.
     */
    private static LifetimeMap measured() {
        return byLevel(Lifetime.SHORT, Lifetime.MEDIUM, Lifetime.LONG, Lifetime.EXTREME);
    }

    /** Gives all components the lifetime of their data, with which they are deleted. */
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

    /** Sets the lifetime of all files of a kind, and removes the entries of its levels. */
    public void put(FileKind kind, Lifetime lifetime) {
        TreeMap<Integer, Lifetime> levels = new TreeMap<>();
        levels.put(FileClass.NO_LEVEL, lifetime);
        entries.put(kind, levels);
    }

    /** Sets the lifetime of a level, and of higher levels without an entry. */
    public void put(FileKind kind, int level, Lifetime lifetime) {
        entries.computeIfAbsent(kind, absent -> new TreeMap<>()).put(level, lifetime);
    }

    /** Returns the lifetime of a class of files. */
    public Lifetime of(FileClass files) {
        TreeMap<Integer, Lifetime> levels = entries.get(files.kind());
        if (levels == null) return Lifetime.NOT_SET;
        Map.Entry<Integer, Lifetime> entry = levels.floorEntry(files.level());
        return entry == null ? Lifetime.NOT_SET : entry.getValue();
    }

    /** Returns whether no file is given a lifetime. */
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
