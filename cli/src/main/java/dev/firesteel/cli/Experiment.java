// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has to be run for the numbers of figures: commands of this program, of which the last prints
 * the result as JSON.
 *
 * @param needs what not everybody has, such as root; null for nothing
 * @param node a node that the first commands need; null if none do
 * @param files what is to be there, by name, and its content; null for nothing
 * @param quick the commands, if minutes have to do
 * @param full the commands, for figures to rely on
 */
record Experiment(
        @Nullable String needs,
        @Nullable Node node,
        @Nullable Map<String, String> files,
        List<String> quick,
        List<String> full) {
    /**
     * A node that is there for the first commands.
     *
     * @param mode what becomes of a write before it is acknowledged
     * @param heap its size
     * @param steps how many commands it is there for
     * @param settings keys of cassandra.yaml
     */
    record Node(String mode, String heap, int steps, Map<String, Object> settings) {}

    /** All there are, by name: {@code experiments.json}. */
    static Map<String, Experiment> all() {
        try (InputStream json = Experiment.class.getResourceAsStream("experiments.json")) {
            if (json == null) throw new IllegalStateException("experiments.json is missing");
            return new ObjectMapper().readValue(json, new TypeReference<>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> commands(boolean isQuick) {
        return isQuick ? quick : full;
    }
}
