// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.journal.JournalKey;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.crypto.spec.SecretKeySpec;

/** A cassandra.yaml that names a key, with its key store. */
public final class EncryptedSettings {
    public static final JournalKey KEY = JournalKey.of(bytes());

    private static final char[] PASSWORD = "password".toCharArray();

    private EncryptedSettings() {}

    private static byte[] bytes() {
        return "a key for tests.".getBytes(StandardCharsets.US_ASCII);
    }

    public static void write(Path yaml) throws IOException {
        Path file = yaml.resolveSibling("keys");
        try (OutputStream out = Files.newOutputStream(file)) {
            KeyStore store = KeyStore.getInstance("JCEKS");
            store.load(null, PASSWORD);
            store.setKeyEntry("one", new SecretKeySpec(bytes(), "AES"), PASSWORD, null);
            store.store(out, PASSWORD);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
        Files.writeString(
                yaml,
                """
                transparent_data_encryption_options:
                  enabled: true
                  key_alias: one
                  key_provider:
                    - class_name: org.apache.cassandra.security.JKSKeyProvider
                      parameters:
                        - keystore: %s
                          keystore_password: password
                          store_type: JCEKS
                """
                        .formatted(file));
    }
}
