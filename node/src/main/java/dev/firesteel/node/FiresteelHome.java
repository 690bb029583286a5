// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Locates the release directory or source tree at run time. The path is never compiled in, so
 * builds are the same everywhere.
 *
 * @param path the directory of the release, or the root of the source tree
 * @param isRelease whether it is a release, rather than a built source tree
 */
public record FiresteelHome(Path path, boolean isRelease) {
    /**
     * Returns the directory set by a release's launcher, else the source tree around this class.
     */
    public static FiresteelHome find() {
        String release = System.getProperty("firesteel.home"); // owns settings
        if (release != null) return new FiresteelHome(Path.of(release), true);
        Path code = code();
        for (Path at = code; at != null; at = at.getParent())
            if (Files.exists(at.resolve("cassandra/newest/pom.xml")))
                return new FiresteelHome(at, false);
        throw new IllegalStateException(code + " lies in no source tree of Firesteel");
    }

    private static @Nullable Path code() {
        try {
            return Path.of(
                    FiresteelHome.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the agent's jar. */
    public Path agent() {
        return path.resolve(isRelease ? "agent" : "agent/target").resolve("firesteel-agent.jar");
    }

    /**
     * Returns the folder with Cassandra's jars: laid out by the build, or by the user of a release.
     *
     * @param name {@code newest} or {@code lowest}
     */
    Path cassandra(String name, String version) {
        return path.resolve(
                isRelease ? "cassandra-" + version : "cassandra/" + name + "/target/lib");
    }
}
