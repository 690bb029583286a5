// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.JournalKey;
import dev.firesteel.operations.home.CassandraYaml;
import dev.firesteel.operations.home.PathRights;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key named in {@code transparent_data_encryption_options} of a cassandra.yaml, as
 * Cassandra's JKSKeyProvider does. A relative path of a key store starts at the working directory.
 */
public final class CassandraKey {
    private static final String SETTING = "transparent_data_encryption_options";
    private static final String PROVIDER = "org.apache.cassandra.security.JKSKeyProvider";

    private final Path yaml;
    private final CassandraYaml settings;

    private CassandraKey(Path yaml) throws IOException {
        if (!Files.isRegularFile(yaml)) throw new InstallException("there is no file " + yaml);
        this.yaml = yaml;
        settings = CassandraSettings.read(yaml);
        if (!PROVIDER.equals(settings.keyProvider()))
            throw new InstallException(
                    settings.keyProvider() == null
                            ? "%s has no %s.key_provider: add it".formatted(yaml, SETTING)
                            : "%s has the key provider %s; Firesteel's command line supports only %s"
                                    .formatted(yaml, settings.keyProvider(), PROVIDER));
    }

    /**
     * Reads the key, even if encryption is disabled.
     *
     * @param notes receives notes on keys that stand in the file more than once
     * @throws IOException if the file or the key store cannot be read, or has no such key; messages
     *     contain no passwords
     */
    public static JournalKey of(Path yaml, Consumer<String> notes) throws IOException {
        CassandraKey key = new CassandraKey(yaml);
        key.settings.notes().forEach(notes);
        return key.read();
    }

    private JournalKey read() throws IOException {
        Path file = Path.of(parameter("keystore"));
        String alias = text(settings.keyAlias(), SETTING + ".key_alias");
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
        store.load(
                new ByteArrayInputStream(PathRights.read(file)),
                parameter("keystore_password").toCharArray());
        return store;
    }

    private Key key(KeyStore store, String alias) throws IOException, GeneralSecurityException {
        boolean isLowered = store.getType().equalsIgnoreCase("jceks"); // as that type does
        Object own = settings.keyProviderParameters().get("key_password");
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
        return text(
                settings.keyProviderParameters().get(name),
                SETTING + ".key_provider.parameters." + name);
    }

    private String text(@Nullable Object value, String where) throws InstallException {
        if (value instanceof String || value instanceof Number) return value.toString();
        throw new InstallException("%s has no %s: add it".formatted(yaml, where));
    }
}
