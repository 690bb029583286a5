// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.mixed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares partitions with views that are right, and with others. */
class ViewRowTest {
    private static final long KEY = 7;
    private static final int CHANGES = 200;

    /**
     * Row 0 has all, row 1 has no number, row 2 has a number alone; the rest is not in the view.
     */
    private static final Contents BASE =
            new Contents(
                    Map.of(
                            "number0", 9L, "text0", 8L, "first0", 3L, "second0", 4L, "text1", 5L,
                            "number2", 6L, "twin0", 9L, "shared0", 2L),
                    1);

    private static final List<ViewRow> VIEW =
            List.of(new ViewRow(0, 9, 8, 3, 4), new ViewRow(2, 6, 0, 0, 0));

    @Test
    void acceptsAViewWithEachRowThatHasANumber() {
        assertThat(ViewRow.error(KEY, BASE, VIEW)).isEmpty();
        assertThat(ViewRow.error(KEY, BASE, List.of(VIEW.get(1), VIEW.get(0)))).isEmpty();
        assertThat(ViewRow.error(KEY, new Contents(Map.of("text1", 5L), 0), List.of())).isEmpty();
    }

    @Test
    void findsARowThatIsMissing() {
        for (ViewRow each : VIEW)
            assertThat(ViewRow.error(KEY, BASE, List.of(each)))
                    .hasValueSatisfying(text -> assertThat(text).contains("view: partition 7"));
    }

    @Test
    void findsARowThatAnUpdateShouldHaveMoved() {
        List<ViewRow> view = new ArrayList<>(VIEW);
        view.add(new ViewRow(0, 1, 8, 3, 4));
        assertThat(ViewRow.error(KEY, BASE, view)).isPresent();
        assertThat(ViewRow.error(KEY, BASE, List.of(VIEW.get(0), VIEW.get(1), VIEW.get(1))))
                .isPresent();
    }

    @Test
    void findsAValueThatIsOlderOrMissing() {
        for (ViewRow each :
                List.of(
                        new ViewRow(0, 9, 7, 3, 4),
                        new ViewRow(0, 9, 8, 0, 4),
                        new ViewRow(0, 9, 8, 3, 0)))
            assertThat(ViewRow.error(KEY, BASE, List.of(each, VIEW.get(1)))).isPresent();
    }

    /** An update of the view that is taken away shows, unless a later one hides it. */
    @Test
    void findsAnUpdateOfTheViewThatWasTakenAway() {
        int found = 0;
        for (int run = 0; run < CHANGES; run++) {
            Contents before = drawn(new SplittableRandom(run), Map.of());
            Contents after = drawn(new SplittableRandom(~run), before.cells());
            List<ViewRow> stale = rows(before);
            boolean shows = !stale.equals(rows(after));
            assertThat(ViewRow.error(KEY, after, stale).isPresent()).isEqualTo(shows);
            assertThat(ViewRow.error(KEY, after, rows(after))).isEmpty();
            if (shows) found++;
        }
        assertThat(found).isGreaterThan(CHANGES / 2);
    }

    private static Contents drawn(SplittableRandom random, Map<String, Long> before) {
        Map<String, Long> cells = new HashMap<>(before);
        for (Cell each : Cell.ALL)
            if (random.nextInt(3) == 0) cells.put(each.toString(), random.nextLong(1, 100));
            else if (random.nextInt(3) == 0) cells.remove(each.toString());
        return new Contents(cells, 0);
    }

    private static List<ViewRow> rows(Contents base) {
        List<ViewRow> rows = new ArrayList<>();
        for (int row = 0; row < Cell.ROWS; row++)
            if (base.cells().containsKey("number" + row))
                rows.add(
                        new ViewRow(
                                row,
                                base.cells().getOrDefault("number" + row, 0L),
                                base.cells().getOrDefault("text" + row, 0L),
                                base.cells().getOrDefault("first" + row, 0L),
                                base.cells().getOrDefault("second" + row, 0L)));
        return rows;
    }
}
