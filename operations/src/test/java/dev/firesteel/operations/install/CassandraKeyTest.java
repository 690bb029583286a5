// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.journal.JournalKey;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CassandraKeyTest {
    private static final String STORE_PASSWORD = "of-the-store";
    private static final String KEY_PASSWORD = "of-the-key";

    @TempDir Path directory;
    private Path yaml;
    private Path keys;

    @BeforeEach
    void placeFiles() {
        yaml = directory.resolve("cassandra.yaml");
        keys = directory.resolve("keys");
    }

    private static byte[] key(int seed) {
        byte[] key = new byte[16];
        key[0] = (byte) seed;
        return key;
    }

    private void store(String type, String keyPassword)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, STORE_PASSWORD.toCharArray());
        store.setKeyEntry(
                "Key:1", new SecretKeySpec(key(1), "AES"), keyPassword.toCharArray(), null);
        store.setKeyEntry(
                "other", new SecretKeySpec(key(2), "AES"), keyPassword.toCharArray(), null);
        store.setKeyEntry(
                "small", new SecretKeySpec(new byte[8], "AES"), keyPassword.toCharArray(), null);
        try (OutputStream out = Files.newOutputStream(keys)) {
            store.store(out, STORE_PASSWORD.toCharArray());
        }
    }

    /** Returns settings in the form of Cassandra's own file, with lists of one element. */
    private String settings(String type) {
        return """
               transparent_data_encryption_options:
                 enabled: false
                 cipher: AES/CBC/PKCS5Padding
                 key_alias: Key:1
                 key_provider:
                   - class_name: org.apache.cassandra.security.JKSKeyProvider
                     parameters:
                       - keystore: %s
                         keystore_password: of-the-store
                         store_type: %s
                         key_password: of-the-key
               """
                .formatted(keys, type);
    }

    private JournalKey read(String settings) throws IOException {
        Files.writeString(yaml, settings);
        return CassandraKey.of(yaml, note -> {});
    }

    @ParameterizedTest
    @ValueSource(strings = {"JCEKS", "jceks"})
    void aKeyIsReadAsCassandraReadsIt(String type) throws Exception {
        store(type, KEY_PASSWORD);
        assertThat(read(settings(type))).isEqualTo(JournalKey.of(key(1)));
        assertThat(read(settings(type).replace("Key:1", "other"))).isEqualTo(JournalKey.of(key(2)));
        String withoutLists =
                settings(type)
                        .replace("- class_name", "  class_name")
                        .replace("- keystore: ", "  keystore: ");
        assertThat(read(withoutLists)).isEqualTo(JournalKey.of(key(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"                         key_password: ''\n", ""})
    void thePasswordOfTheStoreIsThatOfTheKeyUnlessThereIsAnother(String line) throws Exception {
        store("PKCS12", STORE_PASSWORD);
        String settings = settings("PKCS12");
        int at = settings.indexOf("          key_password");
        assertThat(read(settings.substring(0, at) + line.replaceFirst("^ {15}", "")))
                .isEqualTo(JournalKey.of(key(1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "transparent_data_encryption_options: | x: | has no"
                        + " transparent_data_encryption_options",
                "class_name: org.apache.cassandra.security.JKSKeyProvider | class_name:"
                        + " mine.Provider | has the key provider mine.Provider",
                "key_alias: Key:1 | a: b | has no transparent_data_encryption_options.key_alias",
                "store_type: JCEKS | a: b | has no"
                        + " transparent_data_encryption_options.key_provider.parameters.store_type",
                "store_type: JCEKS | store_type: HSM | cannot be read from",
                "keystore_password: of-the-store | keystore_password: wrong-one | cannot be read"
                        + " from",
                "key_password: of-the-key | key_password: wrong-one | cannot be read from",
                "Key:1 | absent | the key 'absent' cannot be read from",
                "Key:1 | small | a key must have at least 16 bytes",
            })
    void whatIsMissingIsNamedAndNoPasswordIs(String part, String other, String message)
            throws Exception {
        store("JCEKS", KEY_PASSWORD);
        assertThatThrownBy(() -> read(settings("JCEKS").replace(part, other)))
                .isInstanceOf(InstallException.class)
                .hasMessageContaining(message)
                .message()
                .doesNotContain("of-the-", "wrong-one");
    }

    @Test
    void filesThatAreNotThereAreNamed() {
        assertThatThrownBy(() -> CassandraKey.of(yaml, note -> {}))
                .hasMessage("there is no file " + yaml);
        assertThatThrownBy(() -> read(settings("JCEKS")))
                .hasMessage(
                        "the key 'Key:1' cannot be read from "
                                + keys
                                + ": there is no such file; a relative path starts at the current"
                                + " directory");
    }
}
