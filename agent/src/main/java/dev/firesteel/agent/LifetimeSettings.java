// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.agent.lifetime.FileKind;
import dev.firesteel.agent.lifetime.Lifetime;
import dev.firesteel.agent.lifetime.LifetimeMap;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parses {@code lifetimes} in firesteel.yaml: a preset, or a preset with changes. */
final class LifetimeSettings {
    /** The default preset; it costs three system calls a file where the drive ignores hints. */
    static final String DEFAULT = "rocksdb";

    private static final String PRESET = "preset";
    private static final Pattern KEY = Pattern.compile("([a-z-]+)(?:\\.(\\d{1,2}))?");

    private LifetimeSettings() {}

    static LifetimeMap of(boolean isThere, @Nullable Object value) throws Refusal {
        if (!isThere) return preset(Settings.LIFETIMES, DEFAULT);
        if (!(value instanceof Map<?, ?> changes)) return preset(Settings.LIFETIMES, value);
        LifetimeMap map =
                changes.containsKey(PRESET)
                        ? preset(Settings.LIFETIMES + "." + PRESET, changes.get(PRESET))
                        : preset(Settings.LIFETIMES, DEFAULT);
        // Whole kinds first, so that the entry of a level applies wherever it is written.
        for (boolean level : new boolean[] {false, true})
            for (Map.Entry<?, ?> change : changes.entrySet())
                if (!PRESET.equals(change.getKey())) put(map, change, level);
        return map;
    }

    /** Returns a preset; YAML parses the word off as false. */
    private static LifetimeMap preset(String key, @Nullable Object value) throws Refusal {
        Object name = Boolean.FALSE.equals(value) ? "off" : value;
        Optional<LifetimeMap> map =
                name instanceof String text ? LifetimeMap.preset(text) : Optional.empty();
        if (map.isPresent()) return map.get();
        throw Settings.refused(
                key,
                value,
                "one of "
                        + LifetimeMap.presets()
                        + (key.equals(Settings.LIFETIMES)
                                ? ", or a map such as {preset: seed, data.0: medium}"
                                : ""));
    }

    private static void put(LifetimeMap map, Map.Entry<?, ?> change, boolean level) throws Refusal {
        if (!(change.getKey() instanceof String key)) throw unknown("that is no text");
        Matcher matcher = KEY.matcher(key);
        Optional<FileKind> kind =
                matcher.matches() ? FileKind.parse(matcher.group(1)) : Optional.empty();
        if (kind.isEmpty()) throw unknown(key);
        boolean hasLevel = matcher.group(2) != null;
        if (hasLevel && !kind.get().hasLevel())
            throw new Refusal(
                    "firesteel.yaml: "
                            + Settings.LIFETIMES
                            + "."
                            + key
                            + ": files of the kind "
                            + kind.get().text()
                            + " have no level; write it without");
        if (hasLevel != level) return;
        Lifetime lifetime = lifetime(Settings.LIFETIMES + "." + key, change.getValue());
        if (level) map.put(kind.get(), Integer.parseInt(matcher.group(2)), lifetime);
        else map.put(kind.get(), lifetime);
    }

    private static Refusal unknown(String key) {
        return new Refusal(
                "firesteel.yaml: unknown key "
                        + key.lines().findFirst().orElse("empty")
                        + " in "
                        + Settings.LIFETIMES
                        + "; known keys are "
                        + PRESET
                        + ", and as kind or kind.level: "
                        + Arrays.stream(FileKind.values())
                                .map(FileKind::text)
                                .collect(Collectors.joining(", ")));
    }

    private static Lifetime lifetime(String key, @Nullable Object value) throws Refusal {
        Optional<Lifetime> lifetime =
                value instanceof String text ? Lifetime.parse(text) : Optional.empty();
        if (lifetime.isPresent()) return lifetime.get();
        List<String> allowed = Arrays.stream(Lifetime.values()).map(Lifetime::text).toList();
        throw Settings.refused(key, value, "one of " + allowed);
    }
}
