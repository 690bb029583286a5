// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.util.Collection;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Rejects options with empty lists, such as {@code --victim ,}, before a verb runs. */
record GivenLists(IExecutionStrategy next) implements IExecutionStrategy {
    @Override
    public int execute(ParseResult parsed) {
        ParseResult at = parsed;
        while (at.hasSubcommand()) at = at.subcommand();
        CommandLine verb = at.commandSpec().commandLine();
        if (verb.isUsageHelpRequested() || verb.isVersionHelpRequested())
            return next.execute(parsed);
        for (OptionSpec each : at.matchedOptions())
            if (!each.splitRegex().isEmpty() && isEmpty(each.getValue()))
                throw new ParameterException(
                        verb,
                        "%s has an empty list: give a value, or leave it out"
                                .formatted(each.longestName()));
        return next.execute(parsed);
    }

    private static boolean isEmpty(Object value) {
        return value instanceof Collection<?> all
                && (all.isEmpty() || all.stream().anyMatch(each -> each.toString().isBlank()));
    }
}
