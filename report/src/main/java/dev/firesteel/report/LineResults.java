// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Renders result lines that name their kind; each becomes a section. */
abstract class LineResults implements ResultKind {
    private final String kind;

    LineResults(String kind) {
        this.kind = kind;
    }

    @Override
    public final boolean knows(JsonNode object) {
        return object.path("kind").asText().equals(kind);
    }

    @Override
    public final List<Section> sections(ResultFile results) {
        return results.objects().stream().map(each -> section(results.name(), each)).toList();
    }

    /**
     * Renders a line.
     *
     * @param source the file that holds the line
     */
    abstract Section section(String source, JsonNode line);
}
