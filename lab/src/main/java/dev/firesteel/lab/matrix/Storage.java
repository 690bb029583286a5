// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A storage of rows.
 *
 * @param name its name in results
 * @param directory a directory on the drive
 * @param iops the limit of reads a second, and of writes past the page cache; 0 for no limit
 */
public record Storage(String name, Path directory, int iops) {
    private static final Pattern ONE =
            Pattern.compile("(?<name>[\\w-]+)=(?<directory>[^:]+)(:iops=(?<iops>[1-9]\\d{0,8}))?");

    /**
     * Parses a text such as {@code fast=/flash,slow=/flash:iops=720}.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public static List<Storage> parse(String text) {
        List<Storage> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String each : text.split(",", -1)) {
            Matcher one = ONE.matcher(each);
            if (!one.matches())
                throw new IllegalArgumentException(
                        "'%s' is not a storage: NAME=DIRECTORY or NAME=DIRECTORY:iops=N, as in slow=/data:iops=720"
                                .formatted(each));
            String iops = one.group("iops");
            all.add(
                    new Storage(
                            one.group("name"),
                            Path.of(one.group("directory")).toAbsolutePath().normalize(),
                            iops == null ? 0 : Integer.parseInt(iops)));
            if (!names.add(one.group("name")))
                throw new IllegalArgumentException(
                        "two storages are called '%s'".formatted(one.group("name")));
        }
        return all;
    }

    /** Returns whether it has a limit below its drive's speed. */
    public boolean isLimited() {
        return iops > 0;
    }

    /** Returns its name, with its limit if there is one. */
    @Override
    public String toString() {
        return isLimited() ? "%s (limited to %d IOPS)".formatted(name, iops) : name;
    }
}
