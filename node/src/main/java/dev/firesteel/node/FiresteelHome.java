// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where this Firesteel lies, and what else does there. Nothing that is built knows it, so that it
 * is the same wherever it is built.
 *
 * @param path the directory of the release, or the root of the source tree
 * @param isRelease whether it is a release, and not a source tree that was built
 */
public record FiresteelHome(Path path, boolean isRelease) {
    /** The launcher of a release says where that is; else it is the tree around this class. */
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

    /** The agent's jar. */
    public Path agent() {
        return path.resolve(isRelease ? "agent" : "agent/target").resolve("firesteel-agent.jar");
    }

    /**
     * The run-time class path of a Cassandra: laid out by the build, or by the user of a release.
     *
     * @param name {@code newest} or {@code lowest}
     */
    Path cassandra(String name, String version) {
        return path.resolve(
                isRelease ? "cassandra-" + version : "cassandra/" + name + "/target/lib");
    }
}
