// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A drive for a part of a node's files.
 *
 * @param name its name in results
 * @param directory a directory on it, absolute
 */
public record Place(String name, @JsonSerialize(using = ToStringSerializer.class) Path directory) {
    private static final Pattern ONE = Pattern.compile("(?<name>\\w[\\w-]*)=(?<directory>.+)");

    /**
     * Parses texts such as {@code flash=/flash}.
     *
     * @param option the option that they were given with
     * @throws IllegalArgumentException if one is invalid, or two have the same name
     */
    public static List<Place> parse(String option, List<String> texts) {
        List<Place> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String text : texts) {
            Matcher one = ONE.matcher(text);
            if (!one.matches())
                throw new IllegalArgumentException(
                        "%s: '%s' is not NAME=DIR, as in disk=/mnt/disk".formatted(option, text));
            if (!names.add(one.group("name")))
                throw new IllegalArgumentException(
                        "%s names '%s' twice".formatted(option, one.group("name")));
            all.add(
                    new Place(
                            one.group("name"),
                            Path.of(one.group("directory")).toAbsolutePath().normalize()));
        }
        return all;
    }
}
