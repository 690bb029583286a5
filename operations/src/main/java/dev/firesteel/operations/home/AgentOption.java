// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The line in a JVM options file, or words in a script, that load Firesteel's agent. */
public final class AgentOption {
    private static final String OPTION = "-javaagent:";

    /** The option up to the end of the jar's path, as a shell or the JVM parses it. */
    private static final Pattern MENTION =
            Pattern.compile(OPTION + "([^\\s\"'=]*firesteel-agent[^\\s\"'=]*)(=([^\\s\"']*))?");

    private AgentOption() {}

    /**
     * An option that names a Firesteel agent.
     *
     * @param line the line number in its file, from 1
     * @param jar the path of the jar as written
     * @param argument the argument after the jar, the path of firesteel.yaml, or null
     * @param isAlone whether the line has nothing else
     */
    public record Mention(int line, String jar, @Nullable String argument, boolean isAlone) {
        /** Returns whether it is the line that {@link #added} writes for a jar. */
        public boolean isOf(Path path) {
            return isAlone && argument == null && jar.equals(path.toString());
        }
    }

    /**
     * Returns all options in a file that name a Firesteel agent, except in comments.
     *
     * @param isScript whether the file is a shell script; otherwise only lines that begin with a
     *     hyphen count, as in cassandra.in.sh
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
     * Returns the text with a line for a jar at the end. If the last line has no line end, the new
     * line comes before it, so that removing it restores the exact text.
     */
    public static String added(String text, Path jar) {
        TextLines lines = new TextLines(text);
        int last = lines.count() - 1;
        lines.insertBehind(last < 0 || lines.isEnded(last) ? last : last - 1, OPTION + jar);
        return lines.toString();
    }

    /** Returns the text without the lines for a jar. */
    public static String removed(String text, Path jar) {
        TextLines lines = new TextLines(text);
        for (int i = lines.count() - 1; i >= 0; i--)
            if (lines.line(i).strip().equals(OPTION + jar)) lines.remove(i);
        return lines.toString();
    }

    /** Returns the text without the lines that an installation writes, for any jar. */
    static String without(String text) {
        String without = text;
        for (Mention each : in(text, false)) without = removed(without, Path.of(each.jar()));
        return without;
    }

    /**
     * Returns an earlier text with the agent lines of the present one: only an installation may
     * change those.
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
