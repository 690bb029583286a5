// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Makes files of the kind of {@code cassandra.yaml}: Cassandra's keys with their default values,
 * changed in the ways in which people and programs write YAML. A seed determines the file.
 */
final class YamlFuzz {
    /** The keys that Firesteel reads or writes, with older and nested names, and values. */
    private static final List<List<String>> READ =
            List.of(
                    List.of("commitlog_directory", "/c", "'/c d'", "data/c", "7", "~", "", "[/c]"),
                    List.of(
                            "data_file_directories",
                            "[/d]",
                            "[/d, '/e']",
                            "[]",
                            "/d",
                            "",
                            "[7, 8]"),
                    List.of(
                            "cdc_enabled",
                            "true",
                            "yes",
                            "ON",
                            "'false'",
                            "off",
                            "1",
                            "perhaps",
                            ""),
                    List.of(
                            "commitlog_segment_size",
                            "32MiB",
                            "\"8MiB\"",
                            "1GiB",
                            "64KiB",
                            "8",
                            ""),
                    List.of(
                            "commitlog_segment_size",
                            "8 MiB",
                            "8mib",
                            "99999999GiB",
                            "0MiB",
                            "08MiB"),
                    List.of(
                            "commitlog_segment_size_in_mb",
                            "8",
                            "0x10",
                            "010",
                            "'16'",
                            "-1",
                            "8MiB",
                            ""),
                    List.of("max_mutation_size", "4KiB", "1MiB", "~", "4B", "4096"),
                    List.of("max_mutation_size_in_kb", "4", "1_000", "4.0", "x", ""),
                    List.of("transparent_data_encryption_options.enabled", "true", "no", "maybe"),
                    List.of("transparent_data_encryption_options.key_alias", "a:1", "7", "~"),
                    List.of(
                            "transparent_data_encryption_options",
                            "{enabled: true}",
                            "",
                            "{}",
                            "[a]"),
                    List.of("memtable_heap_space", "64MiB", "", "1GiB"),
                    List.of("memtable_heap_space_in_mb", "64", ""),
                    List.of("memtable_offheap_space_in_mb", "64"),
                    List.of(
                            "memtable_allocation_type",
                            "heap_buffers",
                            "offheap_objects",
                            "'heap_buffers'"),
                    List.of("file_cache_enabled", "true", "no", "\"yes\""),
                    List.of("file_cache_size", "64MiB", "~"),
                    List.of("file_cache_size_in_mb", "64"),
                    List.of("key_cache_size", "", "64MiB", "'8MiB'"),
                    List.of("key_cache_size_in_mb", "8"),
                    List.of("row_cache_size", "8MiB", "0MiB"),
                    List.of("row_cache_size_in_mb", "8"));

    private static final List<String> STRUCTURES =
            List.of(
                    """
                    seed_provider:
                      # Addresses
                      - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                        parameters:
                          - seeds: "127.0.0.1:7000"
                    """,
                    """
                    transparent_data_encryption_options:
                      enabled: false
                      chunk_length_kb: 64
                      cipher: AES/CBC/PKCS5Padding
                      key_alias: testing:1
                      # iv_length: 16
                      key_provider:
                        - class_name: org.apache.cassandra.security.JKSKeyProvider
                          parameters:
                            - keystore: conf/.keystore
                              keystore_password: cassandra
                              store_type: JCEKS
                              key_password: cassandra
                    """,
                    """
                    transparent_data_encryption_options:
                        enabled: true
                        enabled: on
                        key_provider:
                            class_name: a.Provider
                            parameters: {keystore: k, keystore_password: 0123}
                    """,
                    """
                    client_encryption_options:
                      enabled: false
                      enabled: false
                      keystore: conf/.keystore
                    """,
                    """
                    memtable:
                      configurations:
                        default:
                          inherits: skiplist
                        skiplist:
                          class_name: SkipListMemtable
                    """,
                    """
                    data_file_directories:
                        - /one
                        # key_cache_size: 1MiB
                        - /two
                    """);

    private final List<String> defaults = new ArrayList<>();

    /**
     * Creates it for the keys of a release.
     *
     * @param values the default values by key; those with structure are left out
     */
    YamlFuzz(Map<String, Object> values) {
        values.forEach(
                (key, value) -> {
                    if (value.equals("null")) defaults.add("# " + key + ":");
                    else if (value instanceof String text && text.matches("[\\w.+/ -]*\\w"))
                        defaults.add(key + ": " + text);
                });
    }

    /** Returns all default values, as lines. */
    String plain() {
        return String.join("\n", defaults) + "\n";
    }

    /** Returns the file of a seed. */
    byte[] file(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> lines = new ArrayList<>();
        int portion = random.nextInt(64) == 0 ? 1 : 24;
        for (String each : defaults) if (random.nextInt(portion) == 0) lines.add(each);
        for (int i = random.nextInt(6); i >= 0; i--) insert(lines, entry(random), random);
        if (random.nextBoolean()) insert(lines, any(STRUCTURES, random).stripTrailing(), random);
        for (int i = random.nextInt(3); i > 0; i--) change(lines, random);
        String end = random.nextInt(5) == 0 ? any(List.of("\r\n", "\r", "\u2028"), random) : "\n";
        String text = String.join("\n", lines) + (random.nextInt(6) == 0 ? "" : "\n");
        return encoded(whole(text, random).replace("\n", end), random);
    }

    private static String any(List<String> choices, SplittableRandom random) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static String entry(SplittableRandom random) {
        List<String> key = READ.get(random.nextInt(READ.size()));
        // The first value is one that Cassandra takes.
        int value = random.nextInt(6) > 0 ? 1 : 1 + random.nextInt(key.size() - 1);
        return (key.get(0) + ": " + key.get(value)).stripTrailing();
    }

    private static void insert(List<String> lines, String line, SplittableRandom random) {
        lines.add(random.nextInt(lines.size() + 1), line);
    }

    private static void change(List<String> lines, SplittableRandom random) {
        int at = random.nextInt(lines.size());
        String line = lines.get(at);
        String value = line.replaceFirst("^[^:]*:\\s*", "");
        String key = line.substring(0, line.length() - value.length()).strip();
        switch (random.nextInt(18)) {
            case 0 -> insert(lines, line, random);
            case 1 -> lines.set(at, key + "\t" + value);
            case 2 ->
                    lines.set(
                            at,
                            line + any(List.of("\t", " ", "\t# x", " # x", "# x", " #"), random));
            case 3 -> lines.set(at, any(List.of("\t", " ", "  ", "\t# "), random) + line);
            case 4 -> lines.set(at, key + " &a " + value);
            case 5 ->
                    insert(
                            lines,
                            any(READ.get(random.nextInt(READ.size())).subList(0, 1), random)
                                    + ": *a",
                            random);
            case 6 -> insert(lines, "<<: {" + entry(random) + "}", random);
            case 7 ->
                    insert(lines, "<<: [{" + entry(random) + "}, {" + entry(random) + "}]", random);
            case 8 -> lines.set(at, "'" + key.replace(":", "") + "': " + value);
            case 9 -> lines.set(at, "\"" + key.replace(":", "") + "\":\"" + value + "\"");
            case 10 -> lines.set(at, "? " + key.replace(":", "") + "\n: " + value);
            case 11 ->
                    lines.set(
                            at,
                            key
                                    + any(
                                            List.of(" |\n  ", " >-\n  ", "\n  ", "\n\n  # x\n  "),
                                            random)
                                    + value);
            case 12 ->
                    lines.set(
                            at,
                            key
                                    + any(List.of(" !!str ", " !!int ", " ! ", " !x "), random)
                                    + value);
            case 13 -> lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
            case 14 -> lines.set(at, noise(line, random));
            case 15 -> lines.add(any(List.of("...", "---", "# end", "  ", "---\na: 1"), random));
            case 16 ->
                    lines.add(
                            0,
                            any(
                                    List.of(
                                            "---",
                                            "%YAML 1.1\n---",
                                            "# \u00e9 \ud83d\ude00",
                                            "",
                                            "--- !!map"),
                                    random));
            default -> lines.set(at, key);
        }
    }

    private static String noise(String line, SplittableRandom random) {
        int at = random.nextInt(line.length() + 1);
        String character =
                any(
                        List.of(
                                ":", "#", "'", "\"", "{", "[", "-", "&", "*", "!", "\t", "\u0007",
                                "\ufeff", "\u0085"),
                        random);
        return line.substring(0, at) + character + line.substring(at);
    }

    /** Returns the text as it is, indented, or in braces. */
    private static String whole(String text, SplittableRandom random) {
        return switch (random.nextInt(20)) {
            case 0 -> "  " + text.stripTrailing().replace("\n", "\n  ") + "\n";
            case 1 -> "{" + text.stripTrailing().replaceAll("\n(?=\\w)", ",\n ") + "\n}\n";
            case 2 -> "{" + entry(random) + ", " + entry(random) + "}";
            case 3 -> "# only comments\n";
            default -> text;
        };
    }

    private static byte[] encoded(String text, SplittableRandom random) {
        String mark = random.nextInt(3) == 0 ? "" : "\ufeff";
        Charset charset =
                switch (random.nextInt(24)) {
                    case 0 -> StandardCharsets.UTF_16BE;
                    case 1 -> StandardCharsets.UTF_16LE;
                    case 2 -> StandardCharsets.ISO_8859_1;
                    default -> StandardCharsets.UTF_8;
                };
        boolean isMarked = !charset.equals(StandardCharsets.UTF_8) || random.nextInt(12) == 0;
        return ((isMarked ? mark : "") + text).getBytes(charset);
    }
}
