// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.node.NodeJava;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * The result of a command line.
 *
 * @param exitCode its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record Spoken(int exitCode, String out, String err) {
    public static Spoken by(String... arguments) {
        return by(Firesteel.commandLine(), arguments);
    }

    /** Runs it on a JVM of another version, as it were. */
    public static Spoken on(NodeJava java, String... arguments) {
        return by(Firesteel.commandLine(java), arguments);
    }

    private static Spoken by(CommandLine program, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                program.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return new Spoken(command.execute(arguments), out.toString(), err.toString());
    }
}
