// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.operations.home.CassandraYaml;
import dev.firesteel.operations.home.PathRights;
import dev.firesteel.operations.home.SettingsException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The settings in Cassandra's configuration files that affect the journal. */
final class CassandraSettings {
    private final Layout layout;
    private final CassandraYaml yaml;

    private CassandraSettings(Layout layout, CassandraYaml yaml) {
        this.layout = layout;
        this.yaml = yaml;
    }

    static CassandraSettings of(Layout layout) throws IOException {
        return new CassandraSettings(layout, read(layout.yaml()));
    }

    static CassandraYaml read(Path file) throws IOException {
        try {
            return CassandraYaml.read(file);
        } catch (SettingsException e) {
            throw new InstallException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns notes for the user on keys that stand in the file more than once. */
    List<String> notes() {
        return yaml.notes();
    }

    Path commitLogDirectory() throws InstallException {
        return directory("commitlog_directory", yaml.commitLogDirectory(), "commitlog");
    }

    /** Returns the first data directory; its owner owns Cassandra's files. */
    Path dataDirectory() throws InstallException {
        List<@Nullable String> all = yaml.dataFileDirectories();
        return directory("data_file_directories", all.isEmpty() ? null : all.get(0), "data");
    }

    /**
     * Returns the first data directory or, if it does not exist yet, the closest directory above
     * it.
     */
    Path existingDataDirectory() throws InstallException {
        Path directory = dataDirectory();
        while (!Files.exists(directory))
            directory = Objects.requireNonNull(directory.getParent()); // the root exists
        return directory;
    }

    private Path directory(String key, @Nullable String value, String name)
            throws InstallException {
        if (value == null && layout.storage() != null) return layout.storage().resolve(name);
        if (value != null && value.startsWith("/")) return Path.of(value).normalize();
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
        if (yaml.isCdcEnabled()) throw inTheClear("cdc_enabled is true");
        if (!archiveCommand().isBlank())
            throw inTheClear("archive_command is set in " + archiving());
    }

    boolean isEncrypted() {
        return yaml.isEncrypted();
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
        try {
            properties.load(new ByteArrayInputStream(PathRights.read(archiving())));
        } catch (IllegalArgumentException e) {
            throw new InstallException(archiving() + " cannot be parsed: " + e.getMessage(), e);
        }
        return properties.getProperty("archive_command", "");
    }

    /** Returns the configured maximum mutation size, by default half a stock segment. */
    long maxMutationBytes() {
        return yaml.maxMutationBytes();
    }
}
