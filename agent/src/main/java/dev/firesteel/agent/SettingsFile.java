// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.representer.Representer;

/**
 * The file firesteel.yaml: at the agent's argument, beside cassandra.yaml, or on the class path.
 */
final class SettingsFile {
    private static final String NAME = "firesteel.yaml";

    /** More than the parser accepts. */
    private static final int MOST_BYTES = 4 << 20;

    private final URL location;

    private SettingsFile(URL location) {
        this.location = location;
    }

    /**
     * Finds the file.
     *
     * @param argument the agent's argument, after {@code -javaagent:firesteel-agent.jar=}; may be
     *     empty
     * @param cassandraYaml the location of cassandra.yaml, or null if unknown
     */
    static SettingsFile locate(String argument, @Nullable URL cassandraYaml) throws Refusal {
        if (!argument.isEmpty()) return new SettingsFile(url(Path.of(argument)));
        if (cassandraYaml != null) return new SettingsFile(beside(cassandraYaml));
        URL onClassPath = ClassLoader.getSystemResource(NAME);
        if (onClassPath != null) return new SettingsFile(onClassPath);
        throw new Refusal(
                "there is no "
                        + NAME
                        + " on the class path; name its path:"
                        + " -javaagent:firesteel-agent.jar=/path/to/firesteel.yaml");
    }

    private static URL url(Path file) throws Refusal {
        try {
            return file.toAbsolutePath().toUri().toURL();
        } catch (MalformedURLException e) {
            throw new Refusal("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static URL beside(URL cassandraYaml) throws Refusal {
        try {
            return new URL(cassandraYaml, NAME);
        } catch (MalformedURLException e) {
            throw new Refusal(
                    "cannot look for firesteel.yaml beside "
                            + cassandraYaml
                            + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /** Reads and checks the file. */
    Settings read() throws Refusal {
        Object content = load(text());
        if (content == null) return Settings.of(Map.of());
        if (content instanceof Map<?, ?> map) return Settings.of(map);
        throw new Refusal(location.getPath() + " has to hold lines of the form 'key: value'");
    }

    private @Nullable Object load(String text) throws Refusal {
        try {
            return strictYaml().load(new StringReader(text));
        } catch (RuntimeException | StackOverflowError e) {
            // From the parser, its converters, or a key that contains itself.
            throw new Refusal(location.getPath() + " is not YAML: " + problem(e), e);
        }
    }

    /** Returns a safe parser that rejects duplicate keys; fewer arguments differ by release. */
    private static Yaml strictYaml() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        DumperOptions unused = new DumperOptions();
        return new Yaml(new SafeConstructor(options), new Representer(unused), unused, options);
    }

    private String text() throws Refusal {
        try (InputStream in = location.openStream()) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES)
                throw new Refusal(
                        location.getPath()
                                + " has more than "
                                + MOST_BYTES
                                + " bytes, so it is no firesteel.yaml: restore it");
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new Refusal(
                    "cannot read "
                            + location.getPath()
                            + "; it must be a readable file with at least the line '"
                            + Settings.JOURNAL_PATH
                            + ": /path/to/the/journal'",
                    e);
        }
    }

    private static String problem(Throwable e) {
        if (e instanceof StackOverflowError) return "a list or map in it contains itself";
        if (!(e instanceof MarkedYAMLException marked)) return firstLine(e.getMessage());
        int line = marked.getProblemMark() == null ? 0 : marked.getProblemMark().getLine() + 1;
        return firstLine(marked.getProblem()) + " in line " + line;
    }

    private static String firstLine(@Nullable String text) {
        return String.valueOf(text).lines().findFirst().orElse("it ends too early");
    }
}
