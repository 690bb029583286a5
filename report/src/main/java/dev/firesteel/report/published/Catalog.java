// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** All published figures known to this program, from {@code figures.json}. */
public final class Catalog {
    private static final String ALL = "all";

    private final List<PublishedFigure> figures;

    private Catalog(List<PublishedFigure> figures) {
        this.figures = figures;
    }

    /** Reads the catalog. */
    public static Catalog read() {
        try (InputStream json = Catalog.class.getResourceAsStream("figures.json")) {
            if (json == null) throw new IllegalStateException("figures.json is missing");
            return new Catalog(new ObjectMapper().readValue(json, new TypeReference<>() {}));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all figures, in the order of the papers. */
    public List<PublishedFigure> figures() {
        return figures;
    }

    /**
     * Returns the figures of these names, measurable here or not.
     *
     * @param names identifiers, or prefixes such as {@code sandisk}, or {@code all}
     * @throws IllegalArgumentException if a name matches none
     */
    public List<PublishedFigure> named(List<String> names) {
        Set<PublishedFigure> named = new LinkedHashSet<>();
        for (String name : names) named.addAll(named(name));
        return new ArrayList<>(named);
    }

    /**
     * Returns the figures of these names that can be measured here.
     *
     * @throws IllegalArgumentException if a name matches none, or is that of a figure that cannot
     *     be measured here
     */
    public List<PublishedFigure> measurable(List<String> names) {
        for (PublishedFigure figure : figures)
            if (!figure.isMeasurable() && names.contains(figure.id()))
                throw new IllegalArgumentException(
                        "%s cannot be measured here: it %s"
                                .formatted(figure.id(), figure.obstacle()));
        return named(names).stream().filter(PublishedFigure::isMeasurable).toList();
    }

    private List<PublishedFigure> named(String name) {
        for (PublishedFigure figure : figures) if (figure.id().equals(name)) return List.of(figure);
        List<PublishedFigure> several =
                figures.stream()
                        .filter(each -> name.equals(ALL) || each.id().startsWith(name + "-"))
                        .toList();
        if (several.isEmpty())
            throw new IllegalArgumentException(
                    "There is no figure '%s': 'reproduce --list' shows the names".formatted(name));
        return several;
    }
}
