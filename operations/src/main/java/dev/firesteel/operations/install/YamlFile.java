// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.operations.home.PathRights;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Reads firesteel.yaml as the agent does: with the same parser, and each key only once. */
final class YamlFile {
    private YamlFile() {}

    /** Returns the top-level keys and their values. */
    static Map<?, ?> read(Path file) throws IOException {
        String text = text(file);
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        try {
            Object content = new Yaml(new SafeConstructor(options)).load(text);
            if (content == null) return Map.of();
            if (content instanceof Map<?, ?> map) return map;
        } catch (RuntimeException | StackOverflowError e) {
            throw new InstallException(file + problem(e), e);
        }
        throw new InstallException(file + " has to hold lines of the form 'key: value'");
    }

    /** Returns the text of a file; bytes that are not UTF-8 become replacement characters. */
    static String text(Path file) throws IOException {
        return new String(PathRights.read(file), StandardCharsets.UTF_8);
    }

    private static String problem(Throwable e) {
        if (e instanceof StackOverflowError)
            return " is not YAML: a list or map in it contains itself";
        if (e instanceof MarkedYAMLException marked && marked.getProblemMark() != null)
            return ", line %d, column %d is not YAML: %s"
                    .formatted(
                            marked.getProblemMark().getLine() + 1,
                            marked.getProblemMark().getColumn() + 1,
                            firstLine(marked.getProblem()));
        return " is not YAML: " + firstLine(e.getMessage());
    }

    private static String firstLine(@Nullable String text) {
        return String.valueOf(text).lines().findFirst().orElse("it ends too early");
    }
}
