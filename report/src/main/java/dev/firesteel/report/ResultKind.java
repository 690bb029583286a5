// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A kind of results, recognized by its content. */
interface ResultKind {
    /** Returns whether an object is of this kind. */
    boolean knows(JsonNode object);

    /**
     * Renders results.
     *
     * @param results the objects of this kind in a file
     */
    List<Section> sections(ResultFile results);
}
