// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The line in a JVM's options file, or words in a script, that have the JVM load Firesteel's agent.
 */
public final class AgentOption {
    private static final String OPTION = "-javaagent:";

    /** Up to what a shell or the JVM takes for the end of the jar's path. */
    private static final Pattern MENTION =
            Pattern.compile(OPTION + "([^\\s\"'=]*firesteel-agent[^\\s\"'=]*)(=([^\\s\"']*))?");

    private AgentOption() {}

    /**
     * Where an agent of ours is named.
     *
     * @param line in its file, from 1
     * @param jar as it stands there
     * @param argument behind the jar: where firesteel.yaml is said to be; or null
     * @param isAlone whether the line says nothing else
     */
    public record Mention(int line, String jar, @Nullable String argument, boolean isAlone) {
        /** Whether it is the line that {@link #added} writes for a jar. */
        public boolean isOf(Path path) {
            return isAlone && argument == null && jar.equals(path.toString());
        }
    }

    /**
     * Every place in a file where an agent of ours is named, and is no comment.
     *
     * @param isScript whether it is a script of the shell; otherwise, as cassandra.in.sh has it,
     *     only lines count that begin with a hyphen
     */
    public static List<Mention> in(String text, boolean isScript) {
        TextLines lines = new TextLines(text);
        List<Mention> found = new ArrayList<>();
        for (int i = 0; i < lines.count(); i++) {
            String line = lines.line(i).strip();
            boolean counts = isScript ? !line.startsWith("#") : lines.line(i).startsWith("-");
            Matcher matcher = MENTION.matcher(line);
            while (counts && matcher.find())
                found.add(
                        new Mention(
                                i + 1,
                                matcher.group(1),
                                matcher.group(3),
                                matcher.group().equals(line)));
        }
        return found;
    }

    /**
     * The text with a line for a jar: the last one, or the last but one where the last has no end,
     * for then it can be taken out again to the byte.
     */
    public static String added(String text, Path jar) {
        TextLines lines = new TextLines(text);
        int last = lines.count() - 1;
        lines.insertBehind(last < 0 || lines.isEnded(last) ? last : last - 1, OPTION + jar);
        return lines.toString();
    }

    /** The text without the lines for a jar. */
    public static String removed(String text, Path jar) {
        TextLines lines = new TextLines(text);
        for (int i = lines.count() - 1; i >= 0; i--)
            if (lines.line(i).strip().equals(OPTION + jar)) lines.remove(i);
        return lines.toString();
    }

    /** The text without the lines that an installation writes, for whatever jar. */
    static String without(String text) {
        String without = text;
        for (Mention each : in(text, false)) without = removed(without, Path.of(each.jar()));
        return without;
    }

    /**
     * An earlier version of a text, but with the lines for an agent as they are in the present one:
     * what an installation has changed is for an installation to change.
     */
    static String kept(String present, String earlier) {
        if (jars(present).equals(jars(earlier))) return earlier;
        String kept = without(earlier);
        for (Path each : jars(present)) kept = added(kept, each);
        return kept;
    }

    private static List<Path> jars(String text) {
        return in(text, false).stream()
                .map(each -> Path.of(each.jar()))
                .filter(jar -> !removed(text, jar).equals(text))
                .toList();
    }
}
