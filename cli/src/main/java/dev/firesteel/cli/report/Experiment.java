// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The commands of this program that measure numbers of figures. The last one prints the result as
 * JSON.
 *
 * @param needs special requirements, such as root; null for none
 * @param node a node that the first commands need; null if none do
 * @param files files to create, by name, with their content; null for none
 * @param quick the commands for a run of minutes
 * @param full the commands for reliable figures
 */
record Experiment(
        @Nullable String needs,
        @Nullable Node node,
        @Nullable Map<String, String> files,
        List<String> quick,
        List<String> full) {
    /**
     * A node that runs during the first commands.
     *
     * @param mode the durability mode of its writes
     * @param heap its size
     * @param steps the number of commands that it runs for
     * @param settings keys of cassandra.yaml
     */
    record Node(String mode, String heap, int steps, Map<String, Object> settings) {}

    /** Returns all experiments by name, from {@code experiments.json}. */
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
