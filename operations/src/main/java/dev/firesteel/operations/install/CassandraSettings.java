// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The settings in Cassandra's configuration files that affect the journal. */
final class CassandraSettings {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})(B|KiB|MiB|GiB)");
    private static final Map<String, Integer> SHIFTS =
            Map.of("B", 0, "KiB", 10, "MiB", 20, "GiB", 30);
    private static final String DEFAULT_SEGMENT = "32MiB";

    private final Layout layout;
    private final Map<?, ?> yaml;

    private CassandraSettings(Layout layout, Map<?, ?> yaml) {
        this.layout = layout;
        this.yaml = yaml;
    }

    static CassandraSettings of(Layout layout) throws IOException {
        return new CassandraSettings(layout, YamlFile.read(layout.yaml()));
    }

    Path commitLogDirectory() throws InstallException {
        return directory("commitlog_directory", yaml.get("commitlog_directory"), "commitlog");
    }

    /** Returns the first data directory; its owner owns Cassandra's files. */
    Path dataDirectory() throws InstallException {
        Object value = yaml.get("data_file_directories");
        if (value instanceof List<?> list && !list.isEmpty()) value = list.get(0);
        return directory("data_file_directories", value instanceof List ? null : value, "data");
    }

    private Path directory(String key, @Nullable Object value, String name)
            throws InstallException {
        if (value == null && layout.storage() != null) return layout.storage().resolve(name);
        if (value instanceof String text && text.startsWith("/")) return Path.of(text).normalize();
        throw new InstallException(
                "%s %s %s: write it there, as an absolute path"
                        .formatted(
                                layout.yaml(),
                                value == null ? "has no" : "has no absolute path as",
                                key));
    }

    /** Refuses settings that the agent would refuse at start, see ConfigurationCheck. */
    void requireAcceptable() throws IOException {
        if (!isEncrypted()) return;
        if (isTrue("cdc_enabled", yaml.get("cdc_enabled"))) throw inTheClear("cdc_enabled is true");
        if (!archiveCommand().isBlank())
            throw inTheClear("archive_command is set in " + archiving());
    }

    boolean isEncrypted() throws InstallException {
        return yaml.get("transparent_data_encryption_options") instanceof Map<?, ?> options
                && isTrue("transparent_data_encryption_options.enabled", options.get("enabled"));
    }

    private InstallException inTheClear(String setting) {
        return new InstallException(
                ("transparent_data_encryption_options.enabled is true in %s, and %s: the journal"
                                + " would be encrypted, but the copies of its segments would not. Disable"
                                + " one of the two")
                        .formatted(layout.yaml(), setting));
    }

    private Path archiving() {
        return layout.conf().resolve("commitlog_archiving.properties");
    }

    private String archiveCommand() throws IOException {
        if (!Files.exists(archiving())) return "";
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(archiving(), StandardCharsets.ISO_8859_1)) {
            properties.load(reader);
        } catch (IllegalArgumentException e) {
            throw new InstallException(archiving() + " cannot be parsed: " + e.getMessage(), e);
        }
        return properties.getProperty("archive_command", "");
    }

    private boolean isTrue(String key, @Nullable Object value) throws InstallException {
        if (value == null) return false;
        String text = value.toString();
        if (text.equalsIgnoreCase("true")) return true;
        if (text.equalsIgnoreCase("false")) return false;
        throw notUnderstood(key, value);
    }

    /** Returns the configured maximum mutation size, by default half a stock segment. */
    long maxMutationBytes() throws InstallException {
        long told = bytes("max_mutation_size", "max_mutation_size_in_kb", 10, null);
        if (told >= 0) return told;
        return bytes("commitlog_segment_size", "commitlog_segment_size_in_mb", 20, DEFAULT_SEGMENT)
                / 2;
    }

    private long bytes(String key, String oldKey, int oldShift, @Nullable String byDefault)
            throws InstallException {
        Object old = yaml.get(oldKey);
        if (old instanceof Integer count && count > 0) return (long) count << oldShift;
        if (old != null) throw notUnderstood(oldKey, old);
        Object value = yaml.get(key);
        if (value == null) value = byDefault;
        if (value == null) return -1;
        Matcher size = SIZE.matcher(value.toString());
        if (!size.matches()) throw notUnderstood(key, value);
        return Long.parseLong(size.group(1)) << SHIFTS.getOrDefault(size.group(2), 0);
    }

    private InstallException notUnderstood(String key, Object value) {
        return new InstallException(
                "%s has an invalid value of %s: %s".formatted(layout.yaml(), key, value));
    }
}
