// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CatalogTest {
    private final Catalog catalog = Catalog.read();

    /** The papers number their tables and figures from 1. */
    @Test
    void hasEachTableAndFigureOfEveryPaper() {
        List<String> all = new ArrayList<>();
        add(all, "capi-table-", 2);
        add(all, "capi-figure-", 7);
        add(all, "multistream-table-", 4);
        add(all, "multistream-figure-", 3);
        add(all, "bluewaters-figure-", 7);
        add(all, "memory-table-", 8);
        add(all, "memory-figure-", 11);
        add(all, "sandisk-figure-", 14);
        assertThat(catalog.figures())
                .extracting(PublishedFigure::id)
                .containsExactlyElementsOf(all);
    }

    private static void add(List<String> all, String name, int count) {
        for (int number = 1; number <= count; number++) all.add(name + number);
    }

    @Test
    void everyFigureIsMeasuredOrSaysWhyNot() {
        assertThat(catalog.figures())
                .allSatisfy(
                        figure -> {
                            assertThat(figure.isMeasurable()).isEqualTo(!figure.rows().isEmpty());
                            assertThat(figure.isMeasurable())
                                    .isEqualTo(!figure.experiments().isEmpty());
                        });
    }

    @Test
    void whatThePapersPrintHasTheShapeThatIsLookedFor() {
        assertThat(catalog.figures())
                .flatExtracting(PublishedFigure::rows)
                .filteredOn(row -> row.published() != null)
                .allSatisfy(
                        row -> {
                            double published = Objects.requireNonNull(row.published());
                            if (row.from() != null)
                                assertThat(published).isGreaterThanOrEqualTo(row.from());
                            if (row.to() != null)
                                assertThat(published).isLessThanOrEqualTo(row.to());
                        });
    }

    @Test
    void findsFiguresByNameByPaperAndAll() {
        assertThat(catalog.measurable(List.of("capi-table-2", "capi")))
                .extracting(PublishedFigure::id)
                .containsExactly(
                        "capi-table-2",
                        "capi-figure-4",
                        "capi-figure-5",
                        "capi-figure-6",
                        "capi-figure-7");
        assertThat(catalog.measurable(List.of("all")))
                .containsExactlyElementsOf(
                        catalog.figures().stream().filter(PublishedFigure::isMeasurable).toList());
    }

    @Test
    void refusesWhatThereIsNotAndWhatCannotBeMeasured() {
        assertThatThrownBy(() -> catalog.measurable(List.of("capi-table-9")))
                .hasMessage(
                        "There is no figure 'capi-table-9': 'reproduce --list' shows the names");
        assertThatThrownBy(() -> catalog.measurable(List.of("cap")))
                .hasMessageContaining("no figure 'cap'");
        assertThatThrownBy(() -> catalog.measurable(List.of("memory-table-8")))
                .hasMessageContaining("memory-table-8 cannot be measured here: it needs");
    }
}
