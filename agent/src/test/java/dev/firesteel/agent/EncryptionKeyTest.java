// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.journal.JournalKey;
import java.io.IOException;
import java.security.Key;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import org.apache.cassandra.config.ParameterizedClass;
import org.apache.cassandra.config.TransparentDataEncryptionOptions;
import org.apache.cassandra.security.KeyProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EncryptionKeyTest {
    /** A custom provider; its keys are named after their properties. */
    public static final class Provider implements KeyProvider {
        @SuppressWarnings("unused") // Cassandra's providers have this constructor
        public Provider(TransparentDataEncryptionOptions options) {}

        @Override
        public Key getSecretKey(String alias) throws IOException {
            return switch (alias) {
                case "good" -> new SecretKeySpec(new byte[32], "AES");
                case "short" -> new SecretKeySpec(new byte[8], "DES");
                case "locked" -> new LockedKey();
                default -> throw new IOException("there is no such key");
            };
        }
    }

    /** A key in hardware, which cannot be exported. */
    private static final class LockedKey implements Key {
        private static final long serialVersionUID = 1L;

        @Override
        public String getAlgorithm() {
            return "AES";
        }

        @Override
        public String getFormat() {
            return "";
        }

        @Override
        public byte @Nullable [] getEncoded() {
            return null;
        }
    }

    private static TransparentDataEncryptionOptions options(String provider, String alias) {
        return new TransparentDataEncryptionOptions(
                "AES/CBC/PKCS5Padding", alias, new ParameterizedClass(provider, Map.of()));
    }

    private static @Nullable JournalKey read(String alias) throws Refusal {
        return EncryptionKey.read(options(Provider.class.getName(), alias));
    }

    @Test
    void theKeyIsWhatTheProviderGives() throws Refusal {
        assertThat(requireNonNull(read("good"))).isEqualTo(JournalKey.of(new byte[32]));
    }

    @Test
    void withoutEncryptionThereIsNone() throws Refusal {
        assertThat(EncryptionKey.read(new TransparentDataEncryptionOptions(false))).isNull();
    }

    @Test
    void whatIsNoKeyIsRefused() {
        assertThatThrownBy(() -> read("none"))
                .isInstanceOf(Refusal.class)
                .hasMessage(
                        "the key 'none' of transparent_data_encryption_options cannot be read:"
                                + " there is no such key");
        assertThatThrownBy(() -> read("short"))
                .hasMessage(
                        "the key 'short' of transparent_data_encryption_options is too short: a key"
                                + " must have at least 16 bytes, not 8");
        assertThatThrownBy(() -> read("locked"))
                .hasMessageContaining("the key 'locked'")
                .hasMessageContaining("cannot leave its provider");
        assertThatThrownBy(() -> EncryptionKey.read(options("no.such.Provider", "good")))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("cannot be read: no.such.Provider");
        assertThatThrownBy(() -> EncryptionKey.read(options(String.class.getName(), "good")))
                .isInstanceOf(Refusal.class);
    }
}
