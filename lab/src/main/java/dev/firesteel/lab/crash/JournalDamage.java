// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lists the damage in a journal that no process has open. */
record JournalDamage(List<String> found) implements ReplayHandler {
    /**
     * Returns the damage that a restart would report, in words; empty if there is none. An
     * unreadable journal counts as damaged.
     */
    static List<String> in(Path journal) {
        List<String> found = new ArrayList<>();
        try {
            JournalReader.read(journal, new JournalDamage(found));
        } catch (IOException e) {
            found.add(String.valueOf(e.getMessage()));
        }
        return found;
    }

    @Override
    public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {}

    @Override
    public void damage(Damage damage) {
        found.add(damage.finding() + ": " + damage.description());
    }
}
