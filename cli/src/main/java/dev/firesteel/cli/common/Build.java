// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.node.FiresteelHome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this command line, and the paths of its other parts. */
public final class Build implements IVersionProvider {
    private final FiresteelHome home = FiresteelHome.find();
    private final Properties properties = new Properties();

    /** Reads the build that this class is from. */
    public Build() {
        try (InputStream in = Build.class.getResourceAsStream("build.properties")) {
            if (in == null) throw new IllegalStateException("build.properties is not in the jar");
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the version of Firesteel. */
    public String version() {
        return properties.getProperty("version");
    }

    /** Returns the jar of the agent. */
    public Path agent() {
        return home.agent();
    }

    /**
     * Returns the build directory of module {@code benchmarks}, with its libraries.
     *
     * @throws IllegalArgumentException in a release, which does not contain it
     */
    public Path benchmarks() {
        if (home.isRelease())
            throw new IllegalArgumentException(
                    "a release does not contain the logs to compare with: run this from"
                            + " Firesteel's source tree");
        return home.path().resolve("benchmarks/target");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"firesteel " + version()};
    }
}
