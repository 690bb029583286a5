// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * What a command line answered.
 *
 * @param exitCode what it ended with
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
record Spoken(int exitCode, String out, String err) {
    static Spoken by(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                Firesteel.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true));
        return new Spoken(command.execute(arguments), out.toString(), err.toString());
    }
}
