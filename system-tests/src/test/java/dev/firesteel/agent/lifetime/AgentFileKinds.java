// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.nio.file.Path;

/** Gives tests access to the kinds that the agent gives files. */
public final class AgentFileKinds {
    private AgentFileKinds() {}

    /** Returns the kind of a file that Cassandra writes, as in a trace. */
    public static String kind(Path file) {
        return FileKind.of(file).text();
    }
}
