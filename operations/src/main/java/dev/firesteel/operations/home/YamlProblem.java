// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.io.StringReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;

/** Describes an error of the parser in one line: file, line, column, key and problem. */
final class YamlProblem {
    private static final Pattern PROPERTY =
            Pattern.compile("Cannot create property=(\\S+) for JavaBean.*", Pattern.DOTALL);

    /** Texts that name classes. */
    private static final Pattern OF_JAVA = Pattern.compile("Can not set |java\\.|firesteel\\.");

    private final YamlSource source;

    YamlProblem(YamlSource source) {
        this.source = source;
    }

    SettingsException of(Throwable failure) {
        if (failure instanceof StackOverflowError)
            return new SettingsException(
                    source.name() + " is not YAML: a list or map in it contains itself");
        Mark mark = null;
        String key = null;
        Throwable cause = failure;
        for (Throwable at = failure; at != null; at = at.getCause()) {
            cause = at;
            if (!(at instanceof MarkedYAMLException marked)) continue;
            if (marked.getProblemMark() != null) mark = marked.getProblemMark();
            Matcher property = PROPERTY.matcher(String.valueOf(marked.getContext()));
            if (property.matches()) key = (key == null ? "" : key + ".") + property.group(1);
        }
        String problem = problem(cause);
        if (mark == null)
            return new SettingsException("%s is not YAML: %s".formatted(source.name(), problem));
        if (key != null)
            return new SettingsException(
                    "%s has an invalid value of %s: %s"
                            .formatted(source.place(mark), key, problem));
        String near = keyBefore(mark.getIndex());
        return new SettingsException(
                "%s is not YAML%s: %s"
                        .formatted(
                                source.place(mark),
                                near == null ? "" : " (key " + near + ")",
                                problem));
    }

    private static String problem(Throwable cause) {
        String text =
                cause instanceof MarkedYAMLException marked ? sentence(marked) : cause.getMessage();
        boolean isOurs =
                cause instanceof YAMLException || cause instanceof IllegalArgumentException;
        if (text != null && text.contains("Global tag is not allowed"))
            return "tags that name classes are not allowed";
        if (!isOurs || text == null || OF_JAVA.matcher(text).find())
            return "a value of another kind is needed";
        return text.lines().findFirst().orElse("it ends too early");
    }

    private static @Nullable String sentence(MarkedYAMLException failure) {
        String problem = failure.getProblem();
        boolean isHalf = problem != null && problem.startsWith("but ");
        return isHalf ? failure.getContext() + ", " + problem : problem;
    }

    /** Returns the last top-level key that begins before a position; null if there is none. */
    private @Nullable String keyBefore(int index) {
        String last = null;
        int depth = 0;
        boolean isKey = true;
        try {
            for (Event each :
                    new Yaml(CassandraYaml.options()).parse(new StringReader(source.text()))) {
                if (each.getStartMark().getIndex() > index) break;
                if (each instanceof CollectionEndEvent) depth--;
                if (!(each instanceof NodeEvent)) continue;
                if (depth == 1 && isKey && each instanceof ScalarEvent key) last = key.getValue();
                if (depth == 1) isKey = !isKey;
                if (each instanceof CollectionStartEvent) depth++;
            }
        } catch (YAMLException e) {
            return last; // the problem itself
        }
        return last;
    }
}
