// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.PrintWriter;
import picocli.CommandLine;

/** Where a verb speaks: results to standard output, progress and complaints to standard error. */
final class Console {
    private final PrintWriter out;
    private final PrintWriter err;

    Console(CommandLine command) {
        out = command.getOut();
        err = command.getErr();
    }

    /** A line of the result. */
    void say(String line) {
        out.println(line);
        out.flush();
    }

    /** A line about what is going on. */
    void note(String line) {
        err.println(line);
        err.flush();
    }
}
