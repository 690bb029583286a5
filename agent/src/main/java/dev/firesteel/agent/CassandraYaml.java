// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Locates cassandra.yaml as Cassandra does: at a URL, or by a name on the class path. */
final class CassandraYaml {
    private static final String LOCATION = "cassandra.config";
    private static final String STORAGE = "cassandra.storagedir";

    private CassandraYaml() {}

    /** Returns the file's URL, or null if there is no file. */
    static @Nullable URL location() {
        String configured = System.getProperty(LOCATION, "cassandra.yaml"); // owns settings
        try {
            return new URL(configured);
        } catch (MalformedURLException e) {
            return ClassLoader.getSystemResource(configured);
        }
    }

    /**
     * Returns the commit log directory, before Cassandra has read its configuration; null if no
     * setting names it.
     */
    static @Nullable Path commitLogDirectory() {
        Object directory = read().get("commitlog_directory");
        if (directory != null) return Path.of(directory.toString());
        String storage = System.getProperty(STORAGE); // owns settings
        return storage == null ? null : Path.of(storage, "commitlog");
    }

    private static Map<?, ?> read() {
        URL location = location();
        if (location == null) return Map.of();
        try (InputStream in = location.openStream()) {
            Object content = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
            return content instanceof Map<?, ?> map ? map : Map.of();
        } catch (IOException | RuntimeException e) {
            return Map.of(); // Cassandra will report the problem
        }
    }
}
