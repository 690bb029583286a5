// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What the build knows about this command line: its version, and where it put its other parts. */
final class Build implements IVersionProvider {
    private final Properties properties = new Properties();

    Build() {
        try (InputStream in = Build.class.getResourceAsStream("build.properties")) {
            if (in == null) throw new IllegalStateException("build.properties is not in the jar");
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String version() {
        return properties.getProperty("version");
    }

    Path agent() {
        return Path.of(properties.getProperty("agent")).normalize();
    }

    /** The module {@code benchmarks}, with the libraries beside it. */
    Path benchmarks() {
        return Path.of(properties.getProperty("benchmarks")).normalize();
    }

    @Override
    public String[] getVersion() {
        return new String[] {"firesteel " + version()};
    }
}
