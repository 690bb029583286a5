// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which lifetime is said of which files: by kind, or by kind and level. A level that is not named
 * has the lifetime of the next one below it that is, or else that of its kind.
 */
public final class LifetimeMap {
    /** Parts of an SSTable, by level. */
    private static final List<String> SSTABLE =
            List.of(
                    "data",
                    "index",
                    "filter",
                    "statistics",
                    "summary",
                    "compression-info",
                    "digest",
                    "toc",
                    "partition-index",
                    "row-index",
                    "index-other");

    /** The levels as RocksDB names them: log, levels 0 and 1, level 2, and all below. */
    public static final LifetimeMap PRESET = preset();

    private static final Pattern ENTRY =
            Pattern.compile(
                    "\\s+\"?([a-z][a-z0-9-]*(?:\\.[0-9]{1,4})?)\"?\\s*:\\s*(\\S+)\\s*(#.*)?");

    /** By kind, then by level. */
    private final Map<String, TreeMap<Integer, Lifetime>> lifetimes = new TreeMap<>();

    /** A map of what is given. */
    public LifetimeMap(Map<FileClass, Lifetime> known) {
        known.forEach(this::put);
    }

    private void put(FileClass fileClass, Lifetime lifetime) {
        lifetimes
                .computeIfAbsent(fileClass.kind(), kind -> new TreeMap<>())
                .put(fileClass.level(), lifetime);
    }

    private static LifetimeMap preset() {
        LifetimeMap map = new LifetimeMap(Map.of());
        map.put(FileClass.of("journal"), Lifetime.SHORT);
        map.put(FileClass.of("commit-log"), Lifetime.SHORT);
        for (String kind : SSTABLE) {
            map.put(new FileClass(kind, 0), Lifetime.MEDIUM);
            map.put(new FileClass(kind, 2), Lifetime.LONG);
            map.put(new FileClass(kind, 3), Lifetime.EXTREME);
        }
        map.put(FileClass.of("hint"), Lifetime.MEDIUM);
        map.put(FileClass.of("saved-cache"), Lifetime.LONG);
        return map;
    }

    /** What is said of such files. */
    public Lifetime of(FileClass fileClass) {
        TreeMap<Integer, Lifetime> levels = lifetimes.get(fileClass.kind());
        if (levels == null) return Lifetime.NOT_SET;
        Map.Entry<Integer, Lifetime> entry = levels.floorEntry(fileClass.level());
        return entry == null ? Lifetime.NOT_SET : entry.getValue();
    }

    /**
     * Reads the key {@code lifetimes:} of a {@code firesteel.yaml}, and leaves alone what else is
     * in it.
     *
     * @throws BadLifetimesException if it has none, or one that says something else
     */
    public static LifetimeMap read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        int at = 0;
        while (at < lines.size() && !lines.get(at).matches("lifetimes:\\s*(#.*)?")) at++;
        if (at == lines.size())
            throw new BadLifetimesException(file, 0, "there is no key 'lifetimes:' in it");
        LifetimeMap map = new LifetimeMap(Map.of());
        for (at++; at < lines.size(); at++) {
            String line = lines.get(at);
            if (line.isBlank() || line.strip().startsWith("#")) continue;
            if (!Character.isWhitespace(line.charAt(0))) break;
            map.put(file, at + 1, line);
        }
        return map;
    }

    private void put(Path file, int number, String line) throws BadLifetimesException {
        Matcher entry = ENTRY.matcher(line);
        Optional<Lifetime> lifetime =
                entry.matches() ? Lifetime.of(entry.group(2)) : Optional.empty();
        if (lifetime.isEmpty())
            throw new BadLifetimesException(
                    file,
                    number,
                    "'%s' is not 'kind: lifetime' or 'kind.level: lifetime', a lifetime being short, medium, long, extreme or none"
                            .formatted(line.strip()));
        put(fileClass(entry.group(1)), lifetime.get());
    }

    private static FileClass fileClass(String name) {
        int dot = name.indexOf('.');
        return dot < 0
                ? FileClass.of(name)
                : new FileClass(name.substring(0, dot), Integer.parseInt(name.substring(dot + 1)));
    }

    /** As it stands in a {@code firesteel.yaml}. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("lifetimes:"));
        lifetimes.forEach(
                (kind, levels) ->
                        levels.forEach(
                                (level, lifetime) ->
                                        lines.add(
                                                "  "
                                                        + new FileClass(kind, level)
                                                        + ": "
                                                        + lifetime)));
        return List.copyOf(lines);
    }
}
