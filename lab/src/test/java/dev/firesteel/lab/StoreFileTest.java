// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreFileTest {
    @TempDir static Path directory;
    private static Path key;
    private static Path trusting;

    @BeforeAll
    static void makeKeys() throws Exception {
        KeyTool tool = new KeyTool(directory);
        key = tool.key("client", "127.0.0.1");
        trusting = tool.trusting("client");
    }

    private static void refused(Path file, @Nullable String password, String problem) {
        StoreFile store = new StoreFile("--truststore", file, password);
        assertThatThrownBy(store::trusted)
                .isInstanceOf(IOException.class)
                .hasMessage("--truststore %s: %s".formatted(file, problem));
    }

    @Test
    void readsCertificatesAndKeys() throws IOException {
        assertThat(new StoreFile("--truststore", trusting, KeyTool.PASSWORD).trusted()).hasSize(1);
        assertThat(new StoreFile("--keystore", key, KeyTool.PASSWORD).keys()).hasSize(1);
    }

    @Test
    void saysWhatIsWrongWithAFile() throws IOException {
        refused(directory.resolve("absent"), KeyTool.PASSWORD, "there is no such file");
        refused(directory, KeyTool.PASSWORD, "there is no such file");
        refused(trusting, "wrong", "its password is wrong");
        refused(
                trusting,
                null,
                "nothing in it can be read without its password: give"
                        + " --truststore-password-file");
        Path other = Files.writeString(directory.resolve("ca.pem"), "-----BEGIN CERTIFICATE-----");
        refused(other, KeyTool.PASSWORD, "it is neither PKCS12 nor JKS: keytool makes such a file");
    }
}
