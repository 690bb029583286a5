// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.operations.home.AgentOption;
import dev.firesteel.operations.home.OtherConfiguration;
import dev.firesteel.operations.home.PathRights;
import dev.firesteel.operations.home.TextDiff;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files with the node's JVM options, and their options that name a Firesteel agent. */
record JvmOptions(Layout layout) {
    private static final String SCRIPT = "cassandra-env.sh";
    private static final Pattern OPTIONS = Pattern.compile("jvm\\d*-server\\.options");

    /** Makes Cassandra ignore damaged commit logs, and with them the agent's guard file. */
    private static final String IGNORE_ERRORS = "-Dcassandra.commitlog.ignorereplayerrors=true";

    private static final Pattern IGNORING =
            Pattern.compile("(?i:" + Pattern.quote(IGNORE_ERRORS) + ")\\b");

    /** An option that names an agent, with its file. */
    record Named(Path file, AgentOption.Mention mention) {
        String place() {
            return "%s, line %d".formatted(file, mention.line());
        }
    }

    /** Returns whether it is the line that an installation writes. */
    boolean isOurs(Named named) {
        return named.file().equals(layout.options()) && named.mention().isOf(layout.agent());
    }

    /** Returns all options that name a Firesteel agent. */
    List<Named> named() throws IOException {
        List<Named> named = new ArrayList<>();
        for (Path file : optionFiles()) {
            boolean isScript = file.endsWith(SCRIPT);
            for (AgentOption.Mention each : AgentOption.in(text(file), isScript))
                named.add(new Named(file, readable(each)));
        }
        return named;
    }

    /** Returns all files of the configuration that set JVM options. */
    private List<Path> optionFiles() throws IOException {
        try (Stream<Path> files = Files.list(layout.conf())) {
            return files.filter(
                            each ->
                                    each.endsWith(SCRIPT)
                                            || OPTIONS.matcher(each.getFileName().toString())
                                                    .matches())
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    /** Refuses files that Cassandra's scripts cannot read, and options that name other files. */
    void requireNothingElsewhere() throws IOException {
        for (Path each : optionFiles())
            if (text(each).indexOf('\0') >= 0)
                throw new InstallException(
                        ("%s contains NUL bytes (UTF-16?): Cassandra's scripts cannot read it. Save"
                                        + " it as UTF-8")
                                .formatted(each));
        Optional<String> elsewhere = elsewhere();
        if (elsewhere.isPresent()) throw new InstallException(elsewhere.get());
    }

    /** Describes an option that makes Cassandra read other files; empty if there is none. */
    Optional<String> elsewhere() throws IOException {
        for (Path each : optionFiles()) {
            Optional<String> found = OtherConfiguration.in(each, text(each), layout.yaml());
            if (found.isPresent()) return found;
        }
        return Optional.empty();
    }

    /**
     * Returns a note on an option that would give up the journal's writes; empty if there is none.
     */
    Optional<String> noteOnIgnoredErrors() throws IOException {
        for (Path each : optionFiles())
            for (String line : text(each).lines().toList())
                if (!line.strip().startsWith("#") && IGNORING.matcher(line).find())
                    return Optional.of(
                            ("%s has %s: a start goes on past damage, and one without Firesteel"
                                            + " would lose the journal's writes. Remove the option")
                                    .formatted(each, IGNORE_ERRORS));
        return Optional.empty();
    }

    /** Returns a note on other names (hard links) of the file to change; empty if it has none. */
    Optional<String> noteOnNames() throws IOException {
        Path file = layout.options().toRealPath();
        int names = (int) Files.getAttribute(file, "unix:nlink");
        if (names < 2) return Optional.empty();
        return Optional.of(
                ("%s has %d names (hard links): only this one gets the change, and the others keep"
                                + " the old text")
                        .formatted(file, names));
    }

    private Plan.Step change(String after) throws IOException {
        Path file = layout.options();
        return new Plan.Step(
                TextDiff.of(file.toString(), readable(text(file)), readable(after)),
                (files, progress) ->
                        files.write(file, after.getBytes(StandardCharsets.ISO_8859_1), file));
    }

    /** Adds the line that loads the agent. */
    Plan.Step addition() throws IOException {
        return change(AgentOption.added(text(layout.options()), asWritten(layout.agent())));
    }

    /** Removes that line. */
    Plan.Step removal() throws IOException {
        return change(AgentOption.removed(text(layout.options()), asWritten(layout.agent())));
    }

    private static AgentOption.Mention readable(AgentOption.Mention mention) {
        String argument = mention.argument();
        return new AgentOption.Mention(
                mention.line(),
                readable(mention.jar()),
                argument == null ? null : readable(argument),
                mention.isAlone());
    }

    /** Returns the bytes of a file, each as a character: a comment may be in any encoding. */
    private static String text(Path file) throws IOException {
        return new String(PathRights.read(file), StandardCharsets.ISO_8859_1);
    }

    private static String readable(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Returns the bytes of a path, each as a character. */
    private static Path asWritten(Path path) {
        return Path.of(
                new String(
                        path.toString().getBytes(StandardCharsets.UTF_8),
                        StandardCharsets.ISO_8859_1));
    }
}
