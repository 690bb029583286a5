// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A file with certificates or keys, in PKCS12 or JKS. Never prints its password. */
public final class StoreFile {
    private final String option;
    private final Path file;
    private final char @Nullable [] password;

    /**
     * Creates the object; reads nothing.
     *
     * @param option the option that names the file, for messages
     * @param password null for none
     */
    public StoreFile(String option, Path file, @Nullable String password) {
        this.option = option;
        this.file = file;
        this.password = password == null ? null : password.toCharArray();
    }

    /**
     * Returns managers that trust its certificates.
     *
     * @throws IOException if it cannot be read; the message names option, file and cause
     */
    TrustManager[] trusted() throws IOException {
        KeyStore store = load();
        try {
            TrustManagerFactory factory =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers();
        } catch (GeneralSecurityException e) {
            throw wrong(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Returns managers that show its key to nodes.
     *
     * @throws IOException if it cannot be read; the message names option, file and cause
     */
    KeyManager[] keys() throws IOException {
        KeyStore store = load();
        try {
            KeyManagerFactory factory =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password);
            return factory.getKeyManagers();
        } catch (UnrecoverableKeyException e) {
            throw wrong("the key in it has another password than the file", e);
        } catch (GeneralSecurityException e) {
            throw wrong(String.valueOf(e.getMessage()), e);
        }
    }

    private KeyStore load() throws IOException {
        if (!Files.isRegularFile(file)) throw wrong("there is no such file", null);
        if (!Files.isReadable(file)) throw wrong("permission denied", null);
        try {
            KeyStore store = KeyStore.getInstance(file.toFile(), password);
            if (Collections.list(store.aliases()).isEmpty())
                throw wrong(
                        password == null
                                ? "nothing in it can be read without its password: give "
                                        + option
                                        + "-password-file"
                                : "it holds no certificate and no key",
                        null);
            return store;
        } catch (GeneralSecurityException e) {
            throw wrong("it is neither PKCS12 nor JKS: keytool makes such a file", e);
        } catch (IOException e) {
            if (e.getCause() instanceof UnrecoverableKeyException)
                throw wrong("its password is wrong", e);
            throw e;
        }
    }

    private IOException wrong(String problem, @Nullable Throwable cause) {
        return new IOException("%s %s: %s".formatted(option, file, problem), cause);
    }
}
