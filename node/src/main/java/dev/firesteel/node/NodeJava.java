// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.util.List;

/**
 * A version of Java, and whether a node of Cassandra 5.0 runs on it.
 *
 * @param version the feature version, such as 17
 * @param home the directory of the JVM
 */
public record NodeJava(int version, String home) {
    /** The version that Cassandra 5.0 supports, and that this project tests. */
    public static final int TESTED = 17;

    /** The last version with a security manager. Cassandra 5.0 installs one at its start. */
    public static final int LAST = 23;

    /** Permits a program to install a security manager, which 18 and later refuse by default. */
    private static final String ALLOW_SECURITY_MANAGER = "-Djava.security.manager=allow";

    /** Returns the JVM that runs this program, on which nodes are started. */
    public static NodeJava here() {
        return new NodeJava(
                Runtime.version().feature(), System.getProperty("java.home")); // owns settings
    }

    /** Returns whether a node starts on it. */
    public boolean isFit() {
        return version >= TESTED && version <= LAST;
    }

    /** Returns whether this project runs its tests on it. */
    public boolean isTested() {
        return version == TESTED;
    }

    /**
     * Checks that a node starts on it.
     *
     * @throws NodeException if not; the message names the version and those that fit
     */
    public void requireFit() throws NodeException {
        if (!isFit())
            throw new NodeException(
                    ("Java %d (%s) cannot run a node of Cassandra 5.0, which needs Java %d"
                                    + " (tested), or up to %d (untested): set JAVA_HOME to one")
                            .formatted(version, home, TESTED, LAST));
    }

    /** Returns the options that a node needs on this version and not on others. */
    List<String> options() {
        return version > TESTED ? List.of(ALLOW_SECURITY_MANAGER) : List.of();
    }
}
