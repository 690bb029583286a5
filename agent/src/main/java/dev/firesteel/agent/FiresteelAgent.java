// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * The agent's entry point: {@code -javaagent:firesteel-agent.jar[=/path/to/firesteel.yaml]}.
 *
 * <p>Checks the Java version, and installs the changes to Cassandra's classes. This class alone is
 * compiled for Java 11, so that an older JVM can load it and print the error.
 */
public final class FiresteelAgent {
    private static final int REQUIRED_JAVA = 17;

    private FiresteelAgent() {}

    /**
     * Called by the JVM before Cassandra's {@code main}.
     *
     * @param argument the path of firesteel.yaml, or null to search beside cassandra.yaml
     */
    public static void premain(@Nullable String argument, Instrumentation instrumentation) {
        String complaint = complaint(Runtime.version().feature());
        if (complaint == null) {
            CommitLogInstrumentation.install(argument, instrumentation);
        } else {
            System.err.println(complaint);
            Runtime.getRuntime().halt(Refusal.EXIT_CODE); // owns exit
        }
    }

    /** Returns the error message for a JVM of the given version, or null if it is supported. */
    static @Nullable String complaint(int javaVersion) {
        if (javaVersion >= REQUIRED_JAVA) return null;
        return "Firesteel: needs Java "
                + REQUIRED_JAVA
                + " or newer, and this is Java "
                + javaVersion
                + ": start Cassandra on a newer one, or take the -javaagent option away.";
    }
}
