// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The configuration of an installed Cassandra 5.0: {@code conf/cassandra.yaml} and {@code
 * conf/jvm-server.options}, which cassandra.in.sh reads for servers. Files are stored in a {@link
 * Backup} before a change, and replaced as a whole.
 */
public final class CassandraHome {
    private static final String YAML = "cassandra.yaml";
    private static final String OPTIONS = "jvm-server.options";

    /** The files read after {@link #OPTIONS}, by Java version. */
    private static final Pattern LATER_OPTIONS = Pattern.compile("jvm\\d+-server\\.options");

    /** The files that may set options of the JVM. */
    private static final Pattern ALL_OPTIONS =
            Pattern.compile("jvm\\d*-server\\.options|cassandra-env\\.sh");

    private static final Pattern HEAP_BY_HAND = Pattern.compile("[^#]*-Xm[sx]\\d.*");

    private final Path conf;

    private CassandraHome(Path conf) {
        this.conf = conf;
    }

    /**
     * Returns the configuration below a path.
     *
     * @throws SettingsException if the path is not the home of a Cassandra
     */
    public static CassandraHome at(Path home) throws SettingsException {
        Path conf = home.resolve("conf");
        if (!Files.isDirectory(conf))
            throw new SettingsException(
                    "%s has no directory conf: give the directory that holds bin, conf and lib"
                            .formatted(home));
        for (String each : List.of(YAML, OPTIONS))
            if (!Files.isRegularFile(conf.resolve(each)))
                throw new SettingsException("there is no %s in %s".formatted(each, conf));
        return new CassandraHome(conf);
    }

    /** Returns the directory of the configuration. */
    public Path conf() {
        return conf;
    }

    /**
     * A file before and after a change.
     *
     * @param name the name of the file in conf
     * @param before the old bytes, each as a character (ISO 8859-1)
     * @param after the new bytes, in the same form
     */
    public record Change(String name, String before, String after) {
        /** Returns whether the file differs. */
        public boolean isOne() {
            return !before.equals(after);
        }

        /** Returns the difference in the format of {@code diff -u}. */
        public List<String> diff() {
            return TextDiff.of("conf/" + name, readable(before), readable(after));
        }
    }

    /** Decodes bytes, each given as a character. */
    private static String readable(String bytes) {
        return YamlSource.readable(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * Returns notes for the user: keys that stand in cassandra.yaml more than once, and an option
     * by which Cassandra reads another file.
     *
     * @throws SettingsException if Cassandra would refuse the file
     */
    public List<String> notes() throws IOException, SettingsException {
        byte[] bytes = text(conf.resolve(YAML)).getBytes(StandardCharsets.ISO_8859_1);
        List<String> notes = new ArrayList<>(CassandraYaml.of(YamlSource.of(YAML, bytes)).notes());
        try (Stream<Path> files = Files.list(conf)) {
            for (Path each : files.sorted().toList())
                if (ALL_OPTIONS.matcher(String.valueOf(each.getFileName())).matches())
                    OtherConfiguration.in(each, text(each), conf.resolve(YAML))
                            .ifPresent(notes::add);
        }
        return notes;
    }

    /**
     * Returns the changes to apply settings. Changes nothing.
     *
     * @throws SettingsException if the files cannot be parsed, or were edited since the last change
     */
    public List<Change> changes(MemorySettings settings) throws IOException, SettingsException {
        requireNothingStronger(settings);
        Map<String, String> now = files();
        if (Backup.isIn(conf)) Backup.of(conf).requireUnedited(now);
        List<Change> changes = new ArrayList<>();
        changes.add(
                new Change(
                        YAML,
                        text(now, YAML),
                        YamlText.with(YAML, text(now, YAML), settings.yaml())));
        changes.add(
                new Change(
                        OPTIONS,
                        text(now, OPTIONS),
                        OptionsText.with(OPTIONS, text(now, OPTIONS), settings.options())));
        return changes;
    }

    private void requireNothingStronger(MemorySettings settings)
            throws IOException, SettingsException {
        try (Stream<Path> files = Files.list(conf)) {
            for (Path each : files.sorted().toList()) {
                String name = each.getFileName().toString();
                if (LATER_OPTIONS.matcher(name).matches())
                    OptionsText.requireNone(name, text(each), settings.options().keySet());
            }
        }
        Path script = conf.resolve("cassandra-env.sh");
        if (Files.isRegularFile(script)
                && text(script).lines().anyMatch(each -> HEAP_BY_HAND.matcher(each).matches()))
            throw new SettingsException(
                    "cassandra-env.sh sets -Xms or -Xmx to a number: remove that first");
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (String each : List.of(YAML, OPTIONS)) files.put(each, text(conf.resolve(each)));
        return files;
    }

    private static String text(Map<String, String> files, String name) {
        return files.getOrDefault(name, "");
    }

    private static String text(Path file) throws IOException {
        return new String(PathRights.read(file), StandardCharsets.ISO_8859_1);
    }

    /**
     * Writes changes, after the original files are stored.
     *
     * @return the directory of the originals
     * @throws IOException if not all could be written; the message has advice
     */
    public Path write(List<Change> changes) throws IOException, SettingsException {
        Backup backup = Backup.of(conf);
        backup.keep(changes);
        try {
            for (Change each : changes)
                if (each.isOne()) replace(conf.resolve(each.name()), each.after());
        } catch (IOException e) {
            throw new IOException(
                    ("not all of %s could be written (%s); the original files are in %s: run the"
                                    + " same command to continue, or --revert to restore the files")
                            .formatted(conf, problem(e), backup.directory()),
                    e);
        }
        return backup.directory();
    }

    /** Returns the message of a failure; the JDK's often has only the file's name. */
    private static String problem(IOException failure) {
        return failure instanceof FileSystemException file && file.getReason() != null
                ? file.getFile() + ": " + file.getReason()
                : failure.toString();
    }

    /**
     * Returns the changes that restore the original files, except for the line that loads
     * Firesteel, which stays. Changes nothing.
     *
     * @throws SettingsException if there is no backup, or the files were edited since
     */
    public List<Change> reversal() throws IOException, SettingsException {
        if (!Backup.isIn(conf))
            throw new SettingsException(
                    "there is nothing to revert: %s has no %s".formatted(conf, Backup.DIRECTORY));
        Map<String, String> now = files();
        Backup backup = Backup.of(conf);
        backup.requireUnedited(now);
        List<Change> changes = new ArrayList<>();
        for (String each : now.keySet()) {
            String before = text(now, each);
            changes.add(new Change(each, before, AgentOption.kept(before, backup.original(each))));
        }
        return changes;
    }

    /** Writes a reversal, and deletes the backup. */
    public void revert(List<Change> reversal) throws IOException {
        for (Change each : reversal)
            if (each.isOne()) replace(conf.resolve(each.name()), each.after());
        Backup.of(conf).delete();
    }

    private static void replace(Path file, String text) throws IOException {
        new DurableFiles().write(file, text.getBytes(StandardCharsets.ISO_8859_1), file);
    }
}
