// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.node.FiresteelHome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What is known of this command line: its version, and where its other parts are. */
final class Build implements IVersionProvider {
    private final FiresteelHome home = FiresteelHome.find();
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
        return home.agent();
    }

    /**
     * The module {@code benchmarks}, with the libraries beside it.
     *
     * @throws IllegalArgumentException in a release, which does not have it
     */
    Path benchmarks() {
        if (home.isRelease())
            throw new IllegalArgumentException(
                    "a release does not have the logs that this compares with: run it from"
                            + " Firesteel's source tree");
        return home.path().resolve("benchmarks/target");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"firesteel " + version()};
    }
}
