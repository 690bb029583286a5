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

    /**
     * The levels as RocksDB names them: log, levels 0 and 1, level 2, and all below. It is what the
     * agent gives unless told otherwise, under the name {@value #PRESET_NAME}.
     */
    public static final LifetimeMap PRESET = preset();

    private static final String PRESET_NAME = "rocksdb";

    private static final Pattern KEY = Pattern.compile("lifetimes:\\s*\"?([a-z]*)\"?\\s*(#.*)?");

    private static final Pattern PRESET_ENTRY =
            Pattern.compile("\\s+preset\\s*:\\s*\"?([a-z]*)\"?\\s*(#.*)?");

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
        map.put(FileClass.of("other"), Lifetime.SHORT);
        for (String kind : SSTABLE) {
            map.put(FileClass.of(kind), Lifetime.LONG);
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
     * in it. As for the agent, it is a preset, or entries that change one: rocksdb, unless a {@code
     * preset:} among them says off. An entry of a kind without a level is for all levels.
     *
     * @throws BadLifetimesException if it has none, or one that says something else
     */
    public static LifetimeMap read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        int at = 0;
        while (at < lines.size() && !KEY.matcher(lines.get(at)).matches()) at++;
        if (at == lines.size())
            throw new BadLifetimesException(file, 0, "there is no key 'lifetimes:' in it");
        Matcher key = KEY.matcher(lines.get(at));
        String preset = key.matches() && !key.group(1).isEmpty() ? key.group(1) : PRESET_NAME;
        int presetAt = at;
        Map<Integer, String> entries = new TreeMap<>();
        for (int next = at + 1; next < lines.size(); next++) {
            String line = lines.get(next);
            if (line.isBlank() || line.strip().startsWith("#")) continue;
            if (!Character.isWhitespace(line.charAt(0))) break;
            Matcher named = PRESET_ENTRY.matcher(line);
            if (named.matches()) {
                preset = named.group(1);
                presetAt = next;
            } else entries.put(next + 1, line);
        }
        LifetimeMap map = ofPreset(file, presetAt + 1, preset);
        for (Map.Entry<Integer, String> each : entries.entrySet())
            map.put(file, each.getKey(), each.getValue());
        return map;
    }

    private static LifetimeMap ofPreset(Path file, int number, String name)
            throws BadLifetimesException {
        return switch (name) {
            case PRESET_NAME -> preset();
            case "off" -> new LifetimeMap(Map.of());
            default ->
                    throw new BadLifetimesException(
                            file,
                            number,
                            "the preset '%s' is not known here, only %s and off: name kinds and their lifetimes"
                                    .formatted(name, PRESET_NAME));
        };
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
        FileClass files = fileClass(entry.group(1));
        if (files.level() == FileClass.of(files.kind()).level()) lifetimes.remove(files.kind());
        put(files, lifetime.get());
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
