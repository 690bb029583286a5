// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations;

import dev.firesteel.node.CassandraRelease;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The YamlConfigurationLoader of a release of Cassandra, with its own libraries: in a class loader
 * that shares no class with this program. It logs nothing.
 */
final class CassandraLoader implements AutoCloseable {
    private static final String PACKAGE = "org.apache.cassandra.config.";

    private final URLClassLoader classes;

    CassandraLoader(CassandraRelease release) throws IOException {
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(release.lib())) {
            for (Path each : files.sorted().toList())
                if (!each.getFileName().toString().startsWith("logback"))
                    jars.add(each.toUri().toURL());
        }
        classes =
                new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** Signals that Cassandra does not start with a file. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        RefusedException(Throwable cause) {
            super(cause);
        }
    }

    /** Returns the values of all keys after Cassandra has read a file. */
    Map<String, Object> load(Path file) throws RefusedException {
        try {
            Class<?> loader = classes.loadClass(PACKAGE + "YamlConfigurationLoader");
            Object made = loader.getConstructor().newInstance();
            return values(loader.getMethod("loadConfig", URL.class).invoke(made, url(file)));
        } catch (InvocationTargetException e) {
            throw new RefusedException(e.getCause());
        } catch (ReflectiveOperationException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static URL url(Path file) throws IOException {
        return file.toUri().toURL();
    }

    /** Returns the values of all keys by default. */
    Map<String, Object> defaults() {
        try {
            return values(classes.loadClass(PACKAGE + "Config").getConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /** Returns the public fields of an object, in which sizes and durations are as in the file. */
    static Map<String, Object> values(Object config) throws IllegalAccessException {
        Map<String, Object> values = new TreeMap<>();
        for (Field each : config.getClass().getFields())
            if (!Modifier.isStatic(each.getModifiers()))
                values.put(each.getName(), value(each.get(config)));
        return values;
    }

    private static Object value(Object value) throws IllegalAccessException {
        if (value == null) return "null";
        if (value.getClass().isArray()) {
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) all.add(value(Array.get(value, i)));
            return all;
        }
        boolean isStructure =
                value.getClass().getName().startsWith(PACKAGE)
                        && !value.getClass().isEnum()
                        && value.getClass().getFields().length > 0;
        return isStructure ? values(value) : String.valueOf(value);
    }

    @Override
    public void close() throws IOException {
        classes.close();
    }
}
