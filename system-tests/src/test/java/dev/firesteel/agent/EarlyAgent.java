// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** An agent that loads a class of Cassandra before others can change it. */
public final class EarlyAgent {
    private EarlyAgent() {}

    public static void premain(String argument) throws ClassNotFoundException {
        Class.forName(
                "org.apache.cassandra.db.commitlog.CommitLog",
                false,
                EarlyAgent.class.getClassLoader());
    }

    /** Makes its jar. */
    static Path jar(Path path) throws IOException {
        String name = EarlyAgent.class.getName();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), name);
        String file = name.replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(path), manifest);
                InputStream bytes = EarlyAgent.class.getResourceAsStream("EarlyAgent.class")) {
            if (bytes == null) throw new IOException(file + " is not there");
            jar.putNextEntry(new JarEntry(file));
            bytes.transferTo(jar);
            jar.closeEntry();
        }
        return path;
    }
}
