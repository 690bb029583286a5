// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key store in the format of Cassandra's JKSKeyProvider. For test nodes only: its password is
 * public.
 */
public final class KeyStoreFile {
    private static final String PASSWORD = "password";
    private static final String TYPE = "JCEKS";
    private static final int KEY_BYTES = 16;

    private final Path file;

    private KeyStoreFile(Path file) {
        this.file = file;
    }

    /** Returns an existing key store. */
    public static KeyStoreFile at(Path file) {
        return new KeyStoreFile(file.toAbsolutePath());
    }

    /** Creates a key store with a random AES key for each alias. */
    public static KeyStoreFile write(Path file, String... aliases) throws IOException {
        char[] password = PASSWORD.toCharArray();
        SecureRandom random = new SecureRandom();
        try (OutputStream out = Files.newOutputStream(file)) {
            KeyStore store = KeyStore.getInstance(TYPE);
            store.load(null, password);
            for (String alias : aliases) {
                byte[] key = new byte[KEY_BYTES];
                random.nextBytes(key);
                store.setKeyEntry(alias, new SecretKeySpec(key, "AES"), password, null);
            }
            store.store(out, password);
        } catch (GeneralSecurityException e) {
            throw new IOException("This Java cannot make the key store " + file, e);
        }
        return at(file);
    }

    /** Returns the {@code transparent_data_encryption_options} for the key of this alias. */
    public Map<String, Object> options(String alias) {
        Map<String, Object> parameters =
                Map.of(
                        "keystore",
                        file.toString(),
                        "keystore_password",
                        PASSWORD,
                        "store_type",
                        TYPE,
                        "key_password",
                        PASSWORD);
        Map<String, Object> provider =
                Map.of(
                        "class_name",
                        "org.apache.cassandra.security.JKSKeyProvider",
                        "parameters",
                        List.of(parameters));
        return Map.of(
                "enabled",
                true,
                "cipher",
                "AES/CBC/PKCS5Padding",
                "key_alias",
                alias,
                "key_provider",
                List.of(provider));
    }
}
