// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;

/** A key store with keys, as Cassandra's JKSKeyProvider reads it. */
final class KeyStoreFile {
    private static final String PASSWORD = "password";

    private final Path file;

    private KeyStoreFile(Path file) {
        this.file = file;
    }

    /** One key of 16 bytes for each alias; no two are the same. */
    static KeyStoreFile write(Path file, String... aliases) throws Exception {
        KeyStore store = KeyStore.getInstance("JCEKS");
        store.load(null, PASSWORD.toCharArray());
        for (String alias : aliases) {
            byte[] key = (alias + " and sixteen bytes").getBytes(StandardCharsets.US_ASCII);
            store.setKeyEntry(
                    alias, new SecretKeySpec(key, 0, 16, "AES"), PASSWORD.toCharArray(), null);
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return new KeyStoreFile(file);
    }

    /** What {@code transparent_data_encryption_options} are to be. */
    Map<String, Object> options(String alias) {
        Map<String, Object> parameters =
                Map.of(
                        "keystore",
                        file.toString(),
                        "keystore_password",
                        PASSWORD,
                        "store_type",
                        "JCEKS",
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
