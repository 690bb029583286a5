// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads YAML with the parser that Cassandra and the agent use. */
final class YamlFile {
    private YamlFile() {}

    /** Returns the top-level keys and their values. */
    static Map<?, ?> read(Path file) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            Object content = new Yaml(new SafeConstructor(options)).load(reader);
            if (content == null) return Map.of();
            if (content instanceof Map<?, ?> map) return map;
        } catch (YAMLException e) {
            throw new InstallException(
                    "%s is not YAML: %s".formatted(file, firstLine(String.valueOf(e.getMessage()))),
                    e);
        }
        throw new InstallException(file + " has to hold lines of the form 'key: value'");
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("it ends too early");
    }
}
