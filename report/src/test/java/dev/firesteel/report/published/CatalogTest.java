// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CatalogTest {
    private final Catalog catalog = Catalog.read();

    @Test
    void hasEachFigureOnceOfEveryPaper() {
        List<String> ids = catalog.figures().stream().map(PublishedFigure::id).toList();
        assertThat(ids)
                .doesNotHaveDuplicates()
                .contains(
                        "capi-table-2",
                        "multistream-figure-1",
                        "bluewaters-figure-7",
                        "memory-table-5",
                        "sandisk-figure-4");
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
        assertThatThrownBy(() -> catalog.measurable(List.of("multistream-figure-2")))
                .hasMessageContaining("multistream-figure-2 cannot be measured here: it needs");
    }
}
