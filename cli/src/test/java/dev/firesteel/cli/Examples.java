// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/** All command lines in help, README and docs. */
final class Examples {
    private static final Pattern EXPLANATION = Pattern.compile(" {2,}| [#|>&] ?| &$");
    private static final Pattern IN_A_SENTENCE =
            Pattern.compile("`(?:sudo (?:-u \\w+ )?)?(?:\\./)?firesteel ([a-z][^`]*)`");
    private static final Pattern ON_A_LINE =
            Pattern.compile("^(?:sudo (?:-u \\w+ )?)?(?:\\./)?firesteel ([a-z].*)$");

    private Examples() {}

    /**
     * A command line.
     *
     * @param place the text that shows it
     * @param line the words after the program's name
     */
    record Example(String place, String line) {
        List<String> words() {
            return Arrays.asList(line.split(" "));
        }

        @Override
        public String toString() {
            return place + ": firesteel " + line;
        }
    }

    /** Returns the examples in the help of a verb and of its subcommands. */
    static Stream<Example> ofHelp(CommandLine command) {
        String verb = command.getCommandSpec().qualifiedName();
        Stream<Example> own =
                joined(Arrays.asList(command.getCommandSpec().usageMessage().footer())).stream()
                        .map(line -> new Example("help of " + verb, command(line)));
        return Stream.concat(
                own, command.getSubcommands().values().stream().flatMap(Examples::ofHelp));
    }

    /** Returns the examples in a text, on their own lines or in a sentence. */
    static Stream<Example> ofText(Path file) throws IOException {
        String place = String.valueOf(file.getFileName());
        List<Example> found = new ArrayList<>();
        for (String line : joined(Files.readAllLines(file))) {
            Matcher alone = ON_A_LINE.matcher(line);
            if (alone.matches()) found.add(new Example(place, uncommented(alone.group(1))));
            Matcher within = IN_A_SENTENCE.matcher(line);
            while (within.find()) found.add(new Example(place, uncommented(within.group(1))));
        }
        return found.stream();
    }

    private static List<String> joined(List<String> lines) {
        List<String> joined = new ArrayList<>();
        StringBuilder beginning = new StringBuilder();
        for (String line : lines) {
            boolean goesOn = line.endsWith("\\");
            String part = goesOn ? line.substring(0, line.length() - 1) : line;
            beginning.append(beginning.isEmpty() ? part : part.stripLeading());
            // The example goes on in the next line.
            if (goesOn) continue;
            joined.add(beginning.toString());
            beginning.setLength(0);
        }
        return joined;
    }

    private static String command(String footer) {
        Matcher line = ON_A_LINE.matcher(footer.strip());
        if (!line.matches()) throw new AssertionError("no example: '" + footer + "'");
        return uncommented(line.group(1));
    }

    private static String uncommented(String line) {
        return EXPLANATION.split(line, 2)[0].strip();
    }
}
