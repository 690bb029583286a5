// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.cli.common.Similar;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel help}: same as {@code --help}. Picocli's own supports one level only. */
@Command(
        name = "help",
        description = "Shows the options of a verb, with examples.",
        helpCommand = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel help run        the options of a verb",
            "  firesteel help lab crash  of a verb with two words"
        })
final class HelpVerb implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "VERB", description = "The verb (default: all).")
    List<String> words = List.of();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    boolean isHelp;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine help = Objects.requireNonNull(spec).commandLine();
        CommandLine root = help.getParent();
        CommandLine verb = root;
        for (String word : words) {
            verb = verb.getSubcommands().get(word);
            if (verb == null) throw new ParameterException(help, unknown(root));
        }
        verb.usage(help.getOut());
        return 0;
    }

    /**
     * Suggests verbs that end with the last word, because users often omit the first; or else the
     * most similar one.
     */
    private String unknown(CommandLine root) {
        String asked = String.join(" ", words);
        String last = words.get(words.size() - 1);
        List<String> meant = verbs(root).filter(verb -> verb.endsWith(" " + last)).toList();
        if (meant.isEmpty()) meant = Similar.to(asked, verbs(root).toList()).stream().toList();
        String tried =
                meant.stream()
                        .map(verb -> "'firesteel help " + verb + "'")
                        .collect(Collectors.joining(" or "));
        return "There is no verb '%s'%s".formatted(asked, tried.isEmpty() ? "" : ": try " + tried);
    }

    private static Stream<String> verbs(CommandLine command) {
        return command.getSubcommands().entrySet().stream()
                .flatMap(
                        verb ->
                                Stream.concat(
                                        Stream.of(verb.getKey()),
                                        verbs(verb.getValue())
                                                .map(more -> verb.getKey() + " " + more)));
    }
}
