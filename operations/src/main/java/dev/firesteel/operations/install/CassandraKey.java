// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.JournalKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key named in {@code transparent_data_encryption_options} of a cassandra.yaml, as
 * Cassandra's JKSKeyProvider does. A relative path of a key store starts at the working directory.
 */
public final class CassandraKey {
    private static final String SETTING = "transparent_data_encryption_options";
    private static final String PROVIDER = "org.apache.cassandra.security.JKSKeyProvider";

    private final Path yaml;
    private final Map<?, ?> options;
    private final Map<?, ?> parameters;

    private CassandraKey(Path yaml) throws IOException {
        if (!Files.isRegularFile(yaml)) throw new InstallException("there is no file " + yaml);
        this.yaml = yaml;
        this.options = map(YamlFile.read(yaml).get(SETTING), SETTING);
        Map<?, ?> provider = map(options.get("key_provider"), SETTING + ".key_provider");
        if (!PROVIDER.equals(provider.get("class_name")))
            throw new InstallException(
                    "%s has the key provider %s; Firesteel's command line supports only %s"
                            .formatted(yaml, provider.get("class_name"), PROVIDER));
        this.parameters = map(provider.get("parameters"), SETTING + ".key_provider.parameters");
    }

    /**
     * Reads the key, even if encryption is disabled.
     *
     * @throws IOException if the file or the key store cannot be read, or has no such key; messages
     *     contain no passwords
     */
    public static JournalKey of(Path yaml) throws IOException {
        return new CassandraKey(yaml).read();
    }

    private JournalKey read() throws IOException {
        Path file = Path.of(parameter("keystore"));
        String alias = text(options, "key_alias", SETTING);
        try {
            byte[] key = key(store(file), alias).getEncoded();
            if (key == null) throw new IOException("the key cannot be read");
            return JournalKey.of(key);
        } catch (GeneralSecurityException | IllegalArgumentException | IOException e) {
            throw new InstallException(
                    "the key '%s' cannot be read from %s: %s"
                            .formatted(alias, file, e.getMessage()),
                    e);
        }
    }

    private KeyStore store(Path file) throws IOException, GeneralSecurityException {
        if (!Files.isRegularFile(file))
            throw new IOException(
                    "there is no such file; a relative path starts at the current directory");
        KeyStore store = KeyStore.getInstance(parameter("store_type"));
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, parameter("keystore_password").toCharArray());
        }
        return store;
    }

    private Key key(KeyStore store, String alias) throws IOException, GeneralSecurityException {
        boolean isLowered = store.getType().equalsIgnoreCase("jceks"); // as that type does
        Object own = parameters.get("key_password");
        String password =
                own == null || own.toString().isEmpty()
                        ? parameter("keystore_password")
                        : own.toString();
        Key key =
                store.getKey(
                        isLowered ? alias.toLowerCase(Locale.ROOT) : alias, password.toCharArray());
        if (key == null) throw new IOException("there is no such key in it");
        return key;
    }

    private String parameter(String name) throws InstallException {
        return text(parameters, name, SETTING + ".key_provider.parameters");
    }

    private String text(Map<?, ?> map, String name, String where) throws InstallException {
        Object value = map.get(name);
        if (value instanceof String || value instanceof Number) return value.toString();
        throw new InstallException("%s has no %s.%s: add it".formatted(yaml, where, name));
    }

    /** Returns the map in a value; Cassandra's own files wrap each in a list of one element. */
    private Map<?, ?> map(@Nullable Object value, String where) throws InstallException {
        if (value instanceof List<?> list && list.size() == 1) return map(list.get(0), where);
        if (value instanceof Map<?, ?> map) return map;
        throw new InstallException("%s has no %s: add it".formatted(yaml, where));
    }
}
