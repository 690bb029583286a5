// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Where a verb speaks: results to standard output, progress and complaints to standard error. */
final class Console {
    private final CommandLine command;
    private final PrintWriter out;
    private final PrintWriter err;

    Console(CommandLine command) {
        this.command = command;
        out = command.getOut();
        err = command.getErr();
    }

    static Console of(@Nullable CommandSpec spec) {
        return new Console(Objects.requireNonNull(spec).commandLine());
    }

    /** The command that speaks, to blame for what it was given. */
    CommandLine command() {
        return command;
    }

    /**
     * What is made of the options that were given.
     *
     * @throws ParameterException if it cannot be made of these; the message says why
     */
    <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }

    /** Whether a person sees this at once. */
    @SuppressWarnings("SystemConsoleNull") // on a newer JVM a bar too many, at worst
    boolean isTerminal() {
        return System.console() != null;
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
