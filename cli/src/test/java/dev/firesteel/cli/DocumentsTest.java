// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.fault.Fault;
import dev.firesteel.lab.fault.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Tests the form of README, CONTRIBUTING, CHANGELOG and docs: short lines, valid links, and Maven
 * commands with existing names. {@link ExamplesTest} covers the commands of Firesteel.
 */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final int MAX_LINE = 160;

    private static final String NO_TEST = "NoTest";

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);
    private static final Pattern CODE =
            Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern MAVEN = Pattern.compile("(?m)(?:^|`)(mvn [^`\\n]*)");
    private static final Pattern MODULES = Pattern.compile(" -pl (\\S+)");
    private static final Pattern PROFILE = Pattern.compile(" -P(\\S+)");
    private static final Pattern TESTS = Pattern.compile(" -D(?:it\\.)?test='?([\\w,]+)");

    @Test
    void linesAreShort() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path document : documents())
            for (String line : Files.readAllLines(document))
                if (line.length() > MAX_LINE) found.add(ROOT.relativize(document) + ": " + line);
        assertThat(found).as("lines of more than %d characters", MAX_LINE).isEmpty();
    }

    @Test
    void relativeLinksLeadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : documents()) {
            String text = CODE.matcher(Files.readString(document)).replaceAll("");
            LINK.matcher(text)
                    .results()
                    .map(link -> link.group(1))
                    .filter(link -> !link.contains("://"))
                    .filter(link -> !leadsSomewhere(document, link))
                    .forEach(link -> broken.add(document + ": " + link));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void commandsOfMavenNameModulesProfilesAndTestsThatAreThere() throws IOException {
        String poms = poms();
        for (Path document : documents())
            for (String command : matches(MAVEN, Files.readString(document))) {
                List<String> modules = words(MODULES, command);
                assertThat(modules)
                        .as(command)
                        .allSatisfy(module -> assertThat(ROOT.resolve(module)).isDirectory());
                assertThat(words(PROFILE, command))
                        .as(command)
                        .allSatisfy(
                                profile -> assertThat(poms).contains("<id>" + profile + "</id>"));
                assertThat(words(TESTS, command))
                        .as(command)
                        .allSatisfy(test -> assertThat(hasTest(modules, test)).as(test).isTrue());
            }
    }

    @ParameterizedTest
    @MethodSource("dev.firesteel.cli.FiresteelTest#verbs")
    void everyVerbIsInTheReference(String verb) throws IOException {
        String reference = Files.readString(ROOT.resolve("docs/reference/commands.md"));
        CommandLine command = Firesteel.commandLine();
        for (String word : verb.trim().split(" ", -1))
            if (!word.isEmpty()) command = requireNonNull(command.getSubcommands().get(word));
        if (command.getSubcommands().isEmpty())
            assertThat(reference).contains("./firesteel" + verb);
    }

    @Test
    void everyFaultIsInTheHelpAndInTheDocuments() throws IOException {
        String help = Spoken.by("lab", "crash", "--help").out();
        String lab = Files.readString(ROOT.resolve("docs/lab/crash.md"));
        String internals = Files.readString(ROOT.resolve("docs/internals/campaigns.md"));
        for (Fault each : Faults.all()) {
            assertThat(help).containsPattern("\\b" + each.name() + "\\b");
            assertThat(lab).contains("`" + each.name() + "`");
            assertThat(internals).contains("`" + each.name() + "`");
        }
    }

    private static boolean leadsSomewhere(Path document, String link) {
        String[] parts = link.split("#", 2);
        Path file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
        if (!Files.exists(file)) return false;
        return parts.length == 1 || anchors(file).contains(parts[1]);
    }

    /** Returns GitHub's anchors of the headings. */
    private static Set<String> anchors(Path file) {
        try {
            String text = CODE.matcher(Files.readString(file)).replaceAll("");
            return matches(HEADING, text).stream()
                    .map(heading -> heading.toLowerCase(Locale.ROOT).strip())
                    .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Returns whether the test exists in the modules; without -pl, in any. {@link #NO_TEST} is the
     * name with which a command skips unit tests.
     */
    private static boolean hasTest(List<String> modules, String test) {
        List<String> in = modules.isEmpty() ? List.of("") : modules;
        return test.equals(NO_TEST)
                || in.stream()
                        .anyMatch(
                                module -> {
                                    try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
                                        return files.anyMatch(
                                                file -> file.endsWith(test + ".java"));
                                    } catch (IOException e) {
                                        throw new AssertionError(e);
                                    }
                                });
    }

    private static String poms() throws IOException {
        StringBuilder poms = new StringBuilder(Files.readString(ROOT.resolve("pom.xml")));
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path pom :
                    modules.map(each -> each.resolve("pom.xml")).filter(Files::exists).toList())
                poms.append(Files.readString(pom));
        }
        return poms.toString();
    }

    private static List<String> words(Pattern pattern, String command) {
        return matches(pattern, command).stream()
                .flatMap(each -> Arrays.stream(each.split(",")))
                .toList();
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult each) -> each.group(1)).toList();
    }

    static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
