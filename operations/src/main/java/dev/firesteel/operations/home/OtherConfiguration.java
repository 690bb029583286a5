// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Options of the JVM by which Cassandra reads other files than the {@code cassandra.yaml} here. */
public final class OtherConfiguration {
    private static final Pattern OPTION =
            Pattern.compile(
                    "(-Dcassandra\\.(?:config|storagedir|settings\\.)[^\\s\"'=]*)(?:=([^\\s\"']*)|\\s)");

    /** The value by default: a name on the class path. */
    private static final String NAME = "cassandra.yaml";

    private OtherConfiguration() {}

    /**
     * Describes the first such option in a file; empty if there is none.
     *
     * @param file the file of options, or a script
     * @param text the text of the file
     * @param yaml the cassandra.yaml here
     */
    public static Optional<String> in(Path file, String text, Path yaml) throws IOException {
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            Matcher option = OPTION.matcher(line.strip().startsWith("#") ? "" : line + " ");
            while (option.find())
                if (!isSame(option.group(2), yaml))
                    return Optional.of(
                            ("%s, line %d, has %s: the files that Cassandra then reads are not read"
                                            + " here. Put the setting into %s, and remove the"
                                            + " option")
                                    .formatted(file, number, shown(option), yaml));
        }
        return Optional.empty();
    }

    /** Returns the option, with its value unless this may be a password. */
    private static String shown(Matcher option) {
        boolean isSetting = option.group(1).startsWith("-Dcassandra.settings.");
        return isSetting ? option.group(1) : option.group().strip();
    }

    private static boolean isSame(@Nullable String url, Path yaml) throws IOException {
        if (url == null || isName(url)) return NAME.equals(url);
        Path named = file(url);
        return named != null && Files.exists(named) && Files.isSameFile(named, yaml);
    }

    /** Returns whether a value of cassandra.config is a name on the class path, and no URL. */
    public static boolean isName(String value) {
        return !value.contains(":");
    }

    /** Returns the file that a value of cassandra.config names; null if it is no URL of a file. */
    public static @Nullable Path file(String url) {
        try {
            URI uri = new URI(url);
            String path = uri.getPath() == null ? uri.getSchemeSpecificPart() : uri.getPath();
            return "file".equals(uri.getScheme()) ? Path.of(path) : null;
        } catch (URISyntaxException | InvalidPathException e) {
            return null;
        }
    }
}
