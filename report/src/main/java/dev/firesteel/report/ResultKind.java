// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** One kind of results, known by what they hold. */
interface ResultKind {
    /** Whether an object is of this kind. */
    boolean knows(JsonNode object);

    /**
     * What there is to show.
     *
     * @param results what a file holds of this kind
     */
    List<Section> sections(ResultFile results);
}
