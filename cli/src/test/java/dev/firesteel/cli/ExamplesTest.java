// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.firesteel.cli.Examples.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;

/** Tests that each command line in help, README and docs can be parsed. */
class ExamplesTest {
    static Stream<Example> examples() throws IOException {
        Stream<Example> all = Examples.ofHelp(Firesteel.commandLine());
        for (Path text : texts()) all = Stream.concat(all, Examples.ofText(text));
        return all;
    }

    private static List<Path> texts() throws IOException {
        try (Stream<Path> docs = Files.walk(Path.of("../docs"))) {
            return Stream.concat(
                            Stream.of(Path.of("../README.md")),
                            docs.filter(file -> file.toString().endsWith(".md")).sorted())
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isUnderstood(Example example) {
        assertThatCode(() -> parse(example)).doesNotThrowAnyException();
    }

    @Test
    void thereAreExamplesOfEveryVerbThatDoesSomething() throws IOException {
        List<String> shown = examples().map(Example::line).toList();
        assertThat(verbs(Firesteel.commandLine(), "").filter(verb -> !verb.equals("help")))
                .isNotEmpty()
                .allSatisfy(
                        verb ->
                                assertThat(shown)
                                        .anyMatch(line -> (line + " ").startsWith(verb + " ")));
    }

    private static void parse(Example example) {
        CommandLine command = Firesteel.commandLine();
        // Remove the brackets of optional parts, and shell variables: their values are unknown.
        String[] words = example.line().replaceAll("[\\[\\]]|\\$\\w+", "").split(" +");
        try {
            command.parseArgs(words);
        } catch (MissingParameterException e) {
            // An example may name a verb without its parameters.
            if (example.words().size() > namesOnly(command, words)) throw e;
        }
    }

    private static int namesOnly(CommandLine command, String... words) {
        CommandLine verb = command;
        int names = 0;
        for (String word : words) {
            verb = verb.getSubcommands().get(word);
            if (verb == null) break;
            names++;
        }
        return names;
    }

    private static Stream<String> verbs(CommandLine command, String name) {
        if (command.getSubcommands().isEmpty()) return Stream.of(name);
        return command.getSubcommands().entrySet().stream()
                .flatMap(each -> verbs(each.getValue(), (name + " " + each.getKey()).strip()));
    }
}
