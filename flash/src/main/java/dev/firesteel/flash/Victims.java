// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.List;
import java.util.Locale;

/** Victim policies by name. */
public final class Victims {
    /** The names that {@link #of} accepts; {@code N} stands for a number. */
    public static final List<String> NAMES =
            List.of("fifo", "greedy", "cost-benefit", "N-choices", "per-stream");

    private static final String CHOICES = "-choices";

    private Victims() {}

    /**
     * Returns a policy by its name.
     *
     * @param shares of each stream, as a fraction of all blocks, for {@code per-stream}
     * @param seed for random policies
     * @throws IllegalArgumentException if the name is unknown
     */
    public static VictimPolicy.Factory of(String name, List<Double> shares, long seed) {
        String known = name.toLowerCase(Locale.ROOT);
        return switch (known) {
            case "fifo" -> blocks -> new FifoVictims();
            case "greedy" -> GreedyVictims::new;
            case "cost-benefit" -> CostBenefitVictims::new;
            case "per-stream" -> blocks -> new PerStreamVictims(blocks, shares);
            default -> byChoices(known, seed);
        };
    }

    private static VictimPolicy.Factory byChoices(String name, long seed) {
        int choices = choices(name);
        if (choices == 0)
            throw new IllegalArgumentException(
                    "a victim policy must be one of " + String.join(", ", NAMES) + ", not " + name);
        return blocks -> new ChoicesVictims(blocks, choices, seed);
    }

    private static int choices(String name) {
        if (!name.endsWith(CHOICES)) return 0;
        String number = name.substring(0, name.length() - CHOICES.length());
        return number.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(number) : 0;
    }
}
