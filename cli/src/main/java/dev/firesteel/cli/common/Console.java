// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The output of a verb: results on standard output, progress and errors on standard error. */
public final class Console {
    private final CommandLine command;
    private final PrintWriter out;
    private final PrintWriter err;

    /** Creates the console of a command. */
    public Console(CommandLine command) {
        this.command = command;
        out = command.getOut();
        err = command.getErr();
    }

    /** Returns the console of a verb that is being run. */
    public static Console of(@Nullable CommandSpec spec) {
        return new Console(Objects.requireNonNull(spec).commandLine());
    }

    /** Returns the command, for exceptions about its arguments. */
    public CommandLine command() {
        return command;
    }

    /**
     * Creates a value from the options.
     *
     * @throws ParameterException if they are invalid; the message gives the reason
     */
    public <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns whether the process has an interactive terminal. */
    @SuppressWarnings("SystemConsoleNull") // on a newer JVM a bar too many, at worst
    public boolean isTerminal() {
        return System.console() != null;
    }

    /** Prints a line of the result. */
    public void say(String line) {
        out.println(line);
        out.flush();
    }

    /** Prints a line about progress. */
    public void note(String line) {
        err.println(line);
        err.flush();
    }
}
