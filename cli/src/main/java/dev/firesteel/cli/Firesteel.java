// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.cli.bench.BenchVerb;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.FailureText;
import dev.firesteel.cli.common.PathText;
import dev.firesteel.cli.common.Program;
import dev.firesteel.cli.common.Similar;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.cli.endurance.EnduranceVerb;
import dev.firesteel.cli.journal.JournalVerb;
import dev.firesteel.cli.lab.LabVerb;
import dev.firesteel.cli.memory.MemoryVerb;
import dev.firesteel.cli.operating.DoctorVerb;
import dev.firesteel.cli.operating.InstallVerb;
import dev.firesteel.cli.operating.RunVerb;
import dev.firesteel.cli.operating.StatusVerb;
import dev.firesteel.cli.operating.UninstallVerb;
import dev.firesteel.cli.report.ReportVerb;
import dev.firesteel.cli.report.ReproduceVerb;
import dev.firesteel.node.NodeJava;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point: {@code ./firesteel VERB}. */
@Command(
        name = "firesteel",
        description = "Apache Cassandra 5.0 with every acknowledged write on flash.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        subcommands = {
            RunVerb.class,
            InstallVerb.class,
            UninstallVerb.class,
            StatusVerb.class,
            JournalVerb.class,
            LabVerb.class,
            BenchVerb.class,
            EnduranceVerb.class,
            MemoryVerb.class,
            ReportVerb.class,
            ReproduceVerb.class,
            DoctorVerb.class,
            HelpVerb.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failure; the message gives the reason",
            "2:the command line was wrong"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel run                              a node on 127.0.0.1, its journal in ./data",
            "  firesteel journal info data/node1/journal  the content of a journal",
            "  firesteel help run                         help of a verb"
        })
public final class Firesteel implements Program {
    /** The width of help without a terminal. */
    private static final int WIDTH = 80;

    private Firesteel() {}

    /** Runs a verb and ends with its exit code. */
    public static void main(String[] arguments) {
        CommandLine command = commandLine().setUsageHelpAutoWidth(true);
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.exit(execute(command, new StandardOutput(out), arguments)); // owns exit
    }

    /** Runs a verb; returns 1 in place of 0 if not all of its output could be written. */
    static int execute(CommandLine command, StandardOutput out, String... arguments) {
        PrintWriter writer = out.printer();
        int code = command.setOut(writer).execute(arguments);
        writer.flush();
        out.problem().ifPresent(each -> command.getErr().println("firesteel: " + each));
        return code == 0 && !out.isWhole() ? 1 : code;
    }

    @Override
    public CommandLine newCommandLine() {
        return commandLine();
    }

    public static CommandLine commandLine() {
        return commandLine(NodeJava.here());
    }

    public static CommandLine commandLine(NodeJava java) {
        CommandLine command =
                new CommandLine(new Firesteel())
                        .setParameterExceptionHandler(Firesteel::refuse)
                        .setExecutionExceptionHandler(Firesteel::tell)
                        .setExecutionStrategy(new GivenLists(new StartsNodes.Checked(java)))
                        .registerConverter(Path.class, new PathText())
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setUsageHelpWidth(WIDTH);
        HelpExamples.of(command);
        return command;
    }

    private static int refuse(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        if (isNoVerb(wrong)) return help(command);
        // 'help' has asked for a verb of the program.
        if (command.getCommandSpec().helpCommand()) command = command.getParent();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println("firesteel: " + problem(wrong));
        boolean hasVerbs = !command.getSubcommands().isEmpty();
        command.getErr()
                .println(
                        "'%s --help' lists the %s."
                                .formatted(name, hasVerbs ? "verbs" : "options"));
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Returns the message, with the verb or option probably meant. */
    private static String problem(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
            List<String> others = command.getUnmatchedArguments();
            boolean isMistyped =
                    wrong instanceof MissingParameterException
                            && !others.isEmpty()
                            && others.get(0).startsWith("-");
            if (!isMistyped)
                return String.valueOf(wrong.getMessage())
                        .replace("option option", "option")
                        .replaceFirst("is not an? (int|long)$", "is not a whole number");
            String word = others.get(0).replaceFirst("=.*", "");
            return unknown("option", word, command.getCommandSpec().optionsMap().keySet());
        }
        String word = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
        if (unmatched.isUnknownOption())
            return unknown("option", word, command.getCommandSpec().optionsMap().keySet());
        if (!command.getSubcommands().isEmpty())
            return unknown("verb", word, command.getSubcommands().keySet());
        return "'%s' is not expected here".formatted(word);
    }

    private static String unknown(String kind, String word, Collection<String> known) {
        String problem = "There is no %s '%s'".formatted(kind, word);
        return Similar.to(word, known)
                .map(meant -> "%s: did you mean '%s'?".formatted(problem, meant))
                .orElse(problem);
    }

    /** Returns whether a command with verbs was given none. */
    private static boolean isNoVerb(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        boolean isTold = wrong instanceof UnmatchedArgumentException;
        return !command.getSubcommands().isEmpty() && !isTold;
    }

    private static int help(CommandLine command) {
        command.usage(command.getErr());
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Prints a failure: one sentence for I/O errors, a stack trace for internal ones. */
    private static int tell(Exception failure, CommandLine command, ParseResult parsed) {
        command.getErr().println("firesteel: " + FailureText.of(failure));
        boolean isExpected =
                failure instanceof IOException || failure instanceof InvalidPathException;
        if (!isExpected) failure.printStackTrace(command.getErr());
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}
