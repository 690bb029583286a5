// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
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
 * Maps files to lifetimes, by kind, or by kind and level. A level without an entry has the lifetime
 * of the next lower level with one, or else of its kind. The agent interprets it the same way: a
 * test of the command line, which depends on both, compares them.
 */
public final class LifetimeMap {
    /** The largest file that is read. */
    private static final int MOST_BYTES = 64 << 20;

    /** Components of an SSTable, which have levels. */
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

    /** All other kinds of files of a node, which have no levels. */
    private static final List<String> WITHOUT_LEVEL =
            List.of("journal", "commit-log", "saved-cache", "hint", "other");

    private static final String PRESET_NAME = "rocksdb";

    /** The agent's default: its preset {@value #PRESET_NAME}. */
    public static final LifetimeMap PRESET = rocksdb();

    private static final Pattern KEY = Pattern.compile("lifetimes\\s*:(\\s.*)?");
    private static final Pattern PRESET_ENTRY = Pattern.compile("\\s+preset\\s*:(\\s.*)?");
    private static final Pattern COMMENT = Pattern.compile("\\s+#.*");
    private static final Pattern QUOTED = Pattern.compile("\"(.*)\"|'(.*)'");

    /** The values that YAML reads as false, like {@code off}; all mean {@code off} here. */
    private static final Pattern NO = Pattern.compile("(?i)off|no|false");

    private static final Pattern ENTRY =
            Pattern.compile(
                    "\\s+[\"']?([a-z-]+)(?:\\.([0-9]{1,2}))?[\"']?\\s*:\\s+[\"']?([a-z-]+)[\"']?");

    /** Lifetimes by kind, then by level. */
    private final Map<String, TreeMap<Integer, Lifetime>> lifetimes = new TreeMap<>();

    /** Creates a map with these entries. */
    public LifetimeMap(Map<FileClass, Lifetime> known) {
        known.forEach(this::put);
    }

    /** Returns the names of the agent's presets. */
    public static List<String> presets() {
        return List.of("off", "seed", PRESET_NAME, "measured");
    }

    /** Returns the agent's preset of this name. */
    public static Optional<LifetimeMap> preset(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "off" -> new LifetimeMap(Map.of());
                    case "seed" -> seed();
                    case PRESET_NAME -> rocksdb();
                    case "measured" -> byLevel(Lifetime.SHORT);
                    default -> null;
                });
    }

    /**
     * Returns the nine streams of Table 1 of Huen, Choi and Balakrishnan (2017) in Linux's four.
     */
    private static LifetimeMap seed() {
        LifetimeMap map = new LifetimeMap(Map.of());
        for (String kind : SSTABLE) map.put(FileClass.of(kind), Lifetime.LONG);
        for (String kind : WITHOUT_LEVEL) map.put(FileClass.of(kind), Lifetime.MEDIUM);
        for (String kind : List.of("compression-info", "digest", "toc"))
            map.put(FileClass.of(kind), Lifetime.MEDIUM);
        for (String kind : List.of("journal", "commit-log"))
            map.put(FileClass.of(kind), Lifetime.SHORT);
        map.put(FileClass.of("data"), Lifetime.EXTREME);
        map.put(new FileClass("data", 0), Lifetime.MEDIUM);
        map.put(new FileClass("data", 1), Lifetime.LONG);
        map.put(new FileClass("data", 2), Lifetime.EXTREME);
        return map;
    }

    /** Returns the levels as in RocksDB: log, levels 0 and 1, level 2, and all higher ones. */
    private static LifetimeMap rocksdb() {
        return byLevel(Lifetime.MEDIUM);
    }

    private static LifetimeMap byLevel(Lifetime flushed) {
        LifetimeMap map = new LifetimeMap(Map.of());
        for (String kind : SSTABLE) {
            map.put(FileClass.of(kind), Lifetime.LONG);
            map.put(new FileClass(kind, 0), flushed);
            map.put(new FileClass(kind, 1), Lifetime.MEDIUM);
            map.put(new FileClass(kind, 2), Lifetime.LONG);
            map.put(new FileClass(kind, 3), Lifetime.EXTREME);
        }
        for (String kind : WITHOUT_LEVEL) map.put(FileClass.of(kind), Lifetime.SHORT);
        map.put(FileClass.of("hint"), Lifetime.MEDIUM);
        map.put(FileClass.of("saved-cache"), Lifetime.LONG);
        return map;
    }

    private void put(FileClass fileClass, Lifetime lifetime) {
        lifetimes
                .computeIfAbsent(fileClass.kind(), kind -> new TreeMap<>())
                .put(fileClass.level(), lifetime);
    }

    /** Returns the lifetime of these files. */
    public Lifetime of(FileClass fileClass) {
        TreeMap<Integer, Lifetime> levels = lifetimes.get(fileClass.kind());
        if (levels == null) return Lifetime.NOT_SET;
        Map.Entry<Integer, Lifetime> entry = levels.floorEntry(fileClass.level());
        return entry == null ? Lifetime.NOT_SET : entry.getValue();
    }

    /** A line of a file, with its number from 1. */
    private record Line(int number, String text) {}

    /**
     * Reads the key {@code lifetimes:} of a {@code firesteel.yaml}, and ignores all others. As in
     * the agent, its value is a preset, or entries that change one: rocksdb, unless an entry {@code
     * preset:} names another. An entry of a kind without a level applies to all levels without
     * their own, in any order.
     *
     * @throws BadLifetimesException if the key is missing or invalid
     */
    public static LifetimeMap read(Path file) throws IOException {
        List<String> lines = linesOf(file);
        int at = 0;
        while (at < lines.size() && !KEY.matcher(lines.get(at)).matches()) at++;
        if (at == lines.size())
            throw new BadLifetimesException(file, 0, "it has no key 'lifetimes:'");
        Line key = new Line(at + 1, lines.get(at));
        List<Line> below = below(lines, at + 1);
        String preset = value(KEY, key);
        if (preset.isEmpty()) return changed(file, key, below);
        if (below.isEmpty()) return ofPreset(file, key, preset);
        throw new BadLifetimesException(
                file, below.get(0).number(), "'lifetimes: " + preset + "' has no entries below it");
    }

    private static List<String> linesOf(Path file) throws IOException {
        if (Files.size(file) > MOST_BYTES)
            throw new BadLifetimesException(
                    file,
                    0,
                    "has %d bytes, and at most %d are read: this is no firesteel.yaml"
                            .formatted(Files.size(file), MOST_BYTES));
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new BadLifetimesException(
                    file, 0, "is not text in UTF-8, so not a firesteel.yaml");
        }
    }

    /** Returns the lines indented below the key, without comments. */
    private static List<Line> below(List<String> lines, int from) {
        List<Line> below = new ArrayList<>();
        for (int at = from; at < lines.size(); at++) {
            String line = COMMENT.matcher(lines.get(at)).replaceFirst("").stripTrailing();
            if (line.isEmpty() || line.startsWith("#")) continue;
            if (!Character.isWhitespace(line.charAt(0))) break;
            below.add(new Line(at + 1, line));
        }
        return below;
    }

    /** Returns the value of a key, without quotes and comment; empty if there is none. */
    private static String value(Pattern key, Line line) {
        Matcher matcher = key.matcher(line.text());
        String behind = matcher.matches() && matcher.group(1) != null ? matcher.group(1) : "";
        String value = COMMENT.matcher(behind).replaceFirst("").strip();
        return QUOTED.matcher(value).replaceFirst("$1$2");
    }

    private static LifetimeMap changed(Path file, Line key, List<Line> entries)
            throws BadLifetimesException {
        if (entries.isEmpty())
            throw new BadLifetimesException(
                    file, key.number(), "'lifetimes:' has neither a preset nor a kind of files");
        LifetimeMap map = rocksdb();
        for (Line entry : entries)
            if (isPreset(entry)) map = ofPreset(file, entry, value(PRESET_ENTRY, entry));
        // Whole kinds first: they replace the levels of the preset, but not those of other entries.
        for (boolean hasLevel : new boolean[] {false, true})
            for (Line entry : entries) if (!isPreset(entry)) map.change(file, entry, hasLevel);
        return map;
    }

    private static boolean isPreset(Line entry) {
        return PRESET_ENTRY.matcher(entry.text()).matches();
    }

    private static LifetimeMap ofPreset(Path file, Line line, String name)
            throws BadLifetimesException {
        Optional<LifetimeMap> preset = preset(NO.matcher(name).matches() ? "off" : name);
        if (preset.isPresent()) return preset.get();
        String braces = name.startsWith("{") ? ": write one entry a line here" : "";
        throw new BadLifetimesException(
                file,
                line.number(),
                "'%s' is not a preset; the presets are %s%s"
                        .formatted(name, String.join(", ", presets()), braces));
    }

    private void change(Path file, Line line, boolean hasLevel) throws BadLifetimesException {
        Matcher entry = ENTRY.matcher(line.text());
        Optional<Lifetime> lifetime =
                entry.matches() ? Lifetime.of(entry.group(3)) : Optional.empty();
        if (lifetime.isEmpty())
            throw new BadLifetimesException(
                    file,
                    line.number(),
                    ("'%s' is not 'kind: lifetime' or 'kind.level: lifetime', where lifetime is"
                                    + " short, medium, long, extreme, none or not-set")
                            .formatted(line.text().strip()));
        String kind = entry.group(1);
        boolean isOfLevel = entry.group(2) != null;
        if (!(isOfLevel ? SSTABLE.contains(kind) : isKind(kind)))
            throw new BadLifetimesException(
                    file,
                    line.number(),
                    isKind(kind)
                            ? "files of the kind '" + kind + "' have no level: give the kind alone"
                            : "there is no kind '" + kind + "' of files");
        if (isOfLevel != hasLevel) return;
        if (hasLevel) put(new FileClass(kind, Integer.parseInt(entry.group(2))), lifetime.get());
        else lifetimes.put(kind, new TreeMap<>(Map.of(FileClass.NO_LEVEL, lifetime.get())));
    }

    private static boolean isKind(String name) {
        return SSTABLE.contains(name) || WITHOUT_LEVEL.contains(name);
    }

    /** Returns the lines of this map in a {@code firesteel.yaml}. */
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
