// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Every fault there is, by its name. */
public final class Faults {
    /** Every fault that can be tried. */
    public static final String ALL = "all";

    private Faults() {}

    /** All of them. */
    public static List<Fault> all() {
        return List.of(
                new KillFault(),
                new ReplayFault(),
                new PauseFault(),
                new FullFault(),
                new DiskFullFault(),
                new MemoryFault(),
                new ClockFault(),
                new WriteErrorFault(),
                new PointFault(),
                new HoleFault(),
                new DamageFault());
    }

    /**
     * Those of the names.
     *
     * @throws IllegalArgumentException if there is no such fault
     */
    public static List<Fault> of(List<String> names) {
        List<Fault> chosen = new ArrayList<>();
        for (String name : names) if (!name.equals(ALL)) chosen.add(of(name));
        return names.contains(ALL) ? all() : chosen;
    }

    /** Their names, with commas between them. */
    public static String names() {
        return all().stream().map(Fault::name).collect(Collectors.joining(", "));
    }

    /** Undoes what a campaign was about to undo when it was interrupted. */
    public static void undoInterrupted(Path campaign) throws IOException {
        DamageNote.in(campaign).undo();
    }

    private static Fault of(String name) {
        return all().stream()
                .filter(fault -> fault.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "There is no fault '%s': there are %s, and all"
                                                .formatted(name, names())));
    }
}
