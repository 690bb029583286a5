// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.util.Arrays;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Formats the examples below a verb's help for the terminal's width. Commands are never broken.
 * Each description follows its command on the same line if all examples fit, else on the next.
 */
final class HelpExamples {
    private static final Pattern EXAMPLE = Pattern.compile("^( *\\S.*?) {2,}(\\S.*)$");
    private static final String INDENT = "      ";

    private HelpExamples() {}

    /** Installs the format in a command and its subcommands. */
    static void of(CommandLine command) {
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpExamples::text);
        command.getSubcommands().values().forEach(HelpExamples::of);
    }

    private static String text(Help help) {
        UsageMessageSpec usage = help.commandSpec().usageMessage();
        String[] lines = usage.footer();
        boolean isWide = Arrays.stream(lines).allMatch(line -> line.length() < usage.width());
        StringBuilder text = new StringBuilder();
        for (String line : lines)
            text.append(isWide ? line : onTwoLines(line)).append(System.lineSeparator());
        return text.toString();
    }

    private static String onTwoLines(String line) {
        return EXAMPLE.matcher(line).replaceFirst("$1" + System.lineSeparator() + INDENT + "$2");
    }
}
