// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalKey;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.security.Key;
import org.apache.cassandra.config.TransparentDataEncryptionOptions;
import org.apache.cassandra.security.KeyProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the key named in {@code transparent_data_encryption_options}. Their cipher applies only to
 * Cassandra's own files: the journal uses its own.
 */
final class EncryptionKey {
    private static final Logger logger = LoggerFactory.getLogger(EncryptionKey.class);
    private static final String SETTING = "transparent_data_encryption_options";

    private EncryptionKey() {}

    /** Returns the key, or null if encryption is disabled. */
    static @Nullable JournalKey read(TransparentDataEncryptionOptions options) throws Refusal {
        if (!options.enabled) return null;
        JournalKey key = key(options.key_alias, bytes(options));
        logger.info(
                "Firesteel: the journal is encrypted with the key '{}' ({})",
                options.key_alias,
                key);
        return key;
    }

    private static JournalKey key(String alias, byte @Nullable [] bytes) throws Refusal {
        if (bytes == null)
            throw new Refusal(
                    "the key '"
                            + alias
                            + "' of "
                            + SETTING
                            + " cannot leave its provider, and the journal derives keys from it:"
                            + " name one that can be read");
        try {
            return JournalKey.of(bytes);
        } catch (IllegalArgumentException e) {
            throw new Refusal(
                    "the key '" + alias + "' of " + SETTING + " is too short: " + e.getMessage(),
                    e);
        } catch (IllegalStateException e) {
            throw new Refusal("the journal cannot be encrypted: " + e.getMessage(), e);
        }
    }

    private static byte @Nullable [] bytes(TransparentDataEncryptionOptions options)
            throws Refusal {
        try {
            Key key = provider(options).getSecretKey(options.key_alias);
            return key.getEncoded();
        } catch (IOException | ReflectiveOperationException | RuntimeException e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            throw new Refusal(
                    "the key '"
                            + options.key_alias
                            + "' of "
                            + SETTING
                            + " cannot be read: "
                            + (cause == null ? e : cause).getMessage(),
                    e);
        }
    }

    /** Creates a provider as Cassandra does, because Cassandra's own is not accessible. */
    private static KeyProvider provider(TransparentDataEncryptionOptions options)
            throws ReflectiveOperationException {
        return Class.forName(options.key_provider.class_name)
                .asSubclass(KeyProvider.class)
                .getConstructor(TransparentDataEncryptionOptions.class)
                .newInstance(options);
    }
}
