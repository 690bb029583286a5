// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All faults, by name. */
public final class Faults {
    /** The name for all faults. */
    public static final String ALL = "all";

    private Faults() {}

    /** Returns all faults. */
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
     * Returns the faults with these names.
     *
     * @throws IllegalArgumentException if there is no such fault
     */
    public static List<Fault> of(List<String> names) {
        List<Fault> chosen = new ArrayList<>();
        for (String name : names) if (!name.equals(ALL)) chosen.add(of(name));
        return names.contains(ALL) ? all() : chosen;
    }

    /** Returns their names, separated by commas. */
    public static String names() {
        return all().stream().map(Fault::name).collect(Collectors.joining(", "));
    }

    /** Undoes the temporary changes of an interrupted campaign. */
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
