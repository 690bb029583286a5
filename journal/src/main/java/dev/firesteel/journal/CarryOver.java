// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the segments that runs wrote during a recovery which they did not end. The next run
 * copies them into its own segments. Otherwise each crash during recovery would occupy one more
 * segment, until a full device could not start.
 */
final class CarryOver {
    private final List<SlotHeader> candidates;
    private final SegmentDigest digest;

    private CarryOver(List<SlotHeader> candidates, SegmentDigest digest) {
        this.candidates = candidates;
        this.digest = digest;
    }

    /**
     * Reads the candidates of a device, and changes nothing.
     *
     * @param contentVersion that of the run to which they may be copied
     */
    static CarryOver of(
            BlockDevice device, SlotTable slots, @Nullable JournalKey key, int contentVersion)
            throws IOException {
        List<SlotHeader> candidates = candidates(slots, contentVersion);
        SegmentDigest digest = new SegmentDigest();
        new Replay(device, slots.superblock(), key, digest)
                .run(candidates, List.of(), slots.replayContext());
        return new CarryOver(candidates, digest);
    }

    /**
     * Returns segments of runs that crashed during their recovery and whose entries may be copied.
     * They have this run's content version, and their metadata shows no damage. All segments of an
     * epoch must qualify, since replay judges damage to one by the others.
     */
    private static List<SlotHeader> candidates(SlotTable slots, int contentVersion) {
        Set<Long> mixed = new HashSet<>();
        for (SlotHeader each : slots.live())
            if (each.state() != SlotHeader.State.LIVE_SINCE_RECOVERY
                    || each.contentVersion() != contentVersion
                    || slots.holdsMisplaced(each.slot())) mixed.add(each.epoch());
        return slots.live().stream().filter(each -> !mixed.contains(each.epoch())).toList();
    }

    /** Returns the originals that a crash has left beside their complete copies. */
    List<SlotHeader> originalsBesideCopies() {
        return digest.redundant(candidates, false);
    }

    /** Frees the segments that have complete copies, and returns those to be copied. */
    List<SlotHeader> select(SlotTable slots) throws IOException {
        List<SlotHeader> from = without(originalsBesideCopies(), candidates, slots);
        if (slots.freeSlots() == 0) from = without(digest.redundant(from, true), from, slots);
        return digest.toCopy(from, slots.superblock().geometry(), slots.freeSlots());
    }

    /** Frees segments, and returns the others. */
    private static List<SlotHeader> without(
            List<SlotHeader> redundant, List<SlotHeader> segments, SlotTable slots)
            throws IOException {
        for (SlotHeader each : lastFirst(redundant)) slots.set(each.slot(), SlotHeader.State.FREE);
        return segments.stream().filter(each -> !redundant.contains(each)).toList();
    }

    /**
     * The order in which copied segments are freed. After a crash, those that are left are still a
     * prefix of what was copied.
     */
    static List<SlotHeader> lastFirst(List<SlotHeader> segments) {
        List<SlotHeader> reversed = new ArrayList<>(segments);
        Collections.reverse(reversed);
        return reversed;
    }
}
