// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.Constructor;

/**
 * A {@code cassandra.yaml}, read as Cassandra 5.0 does (YamlConfigurationLoader): with the same
 * parser and limits, byte order marks, older names of keys, and the last of several equal keys.
 * Keys that are not read here are not checked.
 */
public final class CassandraYaml {
    private static final int LIMIT = 64 << 20; // code points, as in Cassandra

    private final CassandraConfig config;
    private final List<String> notes;

    private CassandraYaml(CassandraConfig config, List<String> notes) {
        this.config = config;
        this.notes = List.copyOf(notes);
    }

    /**
     * Reads a file.
     *
     * @throws SettingsException if Cassandra would refuse the file, or the value of a key that is
     *     read here; the message has file, line and column, and the key
     */
    public static CassandraYaml read(Path file) throws IOException, SettingsException {
        return of(YamlSource.of(file.toString(), PathRights.read(file)));
    }

    /**
     * Reads a text.
     *
     * @param name the text's name in messages
     * @throws SettingsException as {@link #read} does
     */
    public static CassandraYaml parse(String name, String text) throws SettingsException {
        return of(YamlSource.of(name, text.getBytes(StandardCharsets.UTF_8)));
    }

    static CassandraYaml of(YamlSource source) throws SettingsException {
        if (content(source).isEmpty()) return new CassandraYaml(new CassandraConfig(), List.of());
        try {
            Yaml yaml = new Yaml(constructor());
            CassandraConfig config =
                    yaml.loadAs(new StringReader(source.text()), CassandraConfig.class);
            return new CassandraYaml(config, new RepeatedKeys(source).notes());
        } catch (RuntimeException | StackOverflowError e) {
            throw new YamlProblem(source).of(e);
        }
    }

    /**
     * Returns the keys and values without types, in which the last of several equal keys counts.
     */
    static Map<?, ?> content(YamlSource source) throws SettingsException {
        Object content;
        try {
            content = new Yaml(options()).load(new StringReader(source.text()));
        } catch (RuntimeException | StackOverflowError e) {
            throw new YamlProblem(source).of(e);
        }
        if (content == null) return Map.of();
        if (content instanceof Map<?, ?> map) return map;
        throw new SettingsException(
                source.name() + " is not YAML with lines of the form 'key: value'");
    }

    static LoaderOptions options() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(LIMIT);
        return options;
    }

    /** Returns a constructor with Cassandra's collections, which refuse empty values in maps. */
    private static Constructor constructor() {
        Constructor constructor =
                new Constructor(CassandraConfig.class, options()) {
                    @Override
                    protected List<Object> createDefaultList(int size) {
                        return new CopyOnWriteArrayList<>();
                    }

                    @Override
                    protected Map<Object, Object> createDefaultMap(int size) {
                        return new ConcurrentHashMap<>();
                    }

                    @Override
                    protected Set<Object> createDefaultSet(int size) {
                        return ConcurrentHashMap.newKeySet();
                    }
                };
        constructor.setPropertyUtils(new CassandraKeys());
        return constructor;
    }

    /** Returns notes for the user on keys that stand in the file more than once. */
    public List<String> notes() {
        return notes;
    }

    /** Returns {@code commitlog_directory}, or null if Cassandra takes its default. */
    public @Nullable String commitLogDirectory() {
        return config.commitlogDirectory;
    }

    /** Returns {@code data_file_directories}; empty if Cassandra takes its default. */
    public List<@Nullable String> dataFileDirectories() {
        List<@Nullable String> directories = new ArrayList<>();
        for (String each : config.dataFileDirectories) directories.add(each);
        return directories;
    }

    /** Returns {@code cdc_enabled}. */
    public boolean isCdcEnabled() {
        return config.cdcEnabled;
    }

    /** Returns {@code max_mutation_size} in bytes, by default half a {@code commitlog_segment}. */
    public long maxMutationBytes() {
        return config.maxMutationSize == null
                ? config.commitlogSegmentSize.bytes() / 2
                : config.maxMutationSize.bytes();
    }

    /** Returns {@code transparent_data_encryption_options.enabled}. */
    public boolean isEncrypted() {
        return config.transparentDataEncryptionOptions.enabled;
    }

    /** Returns {@code transparent_data_encryption_options.key_alias}, or null. */
    public @Nullable String keyAlias() {
        return config.transparentDataEncryptionOptions.keyAlias;
    }

    /** Returns the class of the key provider of the encryption, or null. */
    public @Nullable String keyProvider() {
        CassandraConfig.Provider provider = config.transparentDataEncryptionOptions.keyProvider;
        return provider == null ? null : provider.className;
    }

    /** Returns the parameters of the key provider; values may be of any type. */
    public Map<?, ?> keyProviderParameters() {
        CassandraConfig.Provider provider = config.transparentDataEncryptionOptions.keyProvider;
        return provider == null || provider.parameters == null ? Map.of() : provider.parameters;
    }
}
