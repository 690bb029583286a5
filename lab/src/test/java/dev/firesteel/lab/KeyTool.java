// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes keys and certificates in a directory, with the JDK's keytool. */
public final class KeyTool {
    public static final String PASSWORD = "s3cret-of-a-store";

    private final Path directory;

    public KeyTool(Path directory) {
        this.directory = directory;
    }

    /** Makes a key with a certificate of its own for an address, and returns its file. */
    public Path key(String name, String address) throws IOException, InterruptedException {
        run(
                name,
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:" + address);
        return directory.resolve(name);
    }

    /** Makes a file that trusts the certificate of a key, and returns it. */
    public Path trusting(String key) throws IOException, InterruptedException {
        run(key, "-exportcert", "-alias", key, "-file", directory.resolve("der").toString());
        String name = "trusting-" + key;
        run(name, "-importcert", "-noprompt", "-file", directory.resolve("der").toString());
        return directory.resolve(name);
    }

    private void run(String store, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(
                Path.of(System.getProperty("java.home"), "bin", "keytool") // owns settings
                        .toString());
        command.addAll(List.of(arguments));
        command.addAll(
                List.of("-keystore", directory.resolve(store).toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) throw new IOException(text);
    }
}
