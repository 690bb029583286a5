// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.util.Arrays;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The examples below a verb's help, as wide as the terminal. A command is not broken; what it does
 * stands behind it where there is room for that in all of them, otherwise on the next line.
 */
final class HelpExamples {
    private static final Pattern EXAMPLE = Pattern.compile("^( *\\S.*?) {2,}(\\S.*)$");
    private static final String INDENT = "      ";

    private HelpExamples() {}

    /** Writes examples so in the help of a command and of those below it. */
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
