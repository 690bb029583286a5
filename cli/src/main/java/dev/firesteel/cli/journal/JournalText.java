// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.cli.common.Size;
import dev.firesteel.journal.Damage;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalKey;
import dev.firesteel.journal.Owner;
import dev.firesteel.journal.ReplaySummary;
import dev.firesteel.journal.SegmentInfo;
import dev.firesteel.lab.WrappedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Formats journal metadata for people (lines) and for machines (fields). */
final class JournalText {
    private JournalText() {}

    /**
     * Returns the lines of a journal.
     *
     * @param process the process that has it open, if known
     */
    static List<String> lines(JournalInfo info, OptionalLong process) {
        Owner owner = info.owner();
        List<String> lines = new ArrayList<>();
        lines.add("journal     " + info.journalId() + ", format version " + info.formatVersion());
        lines.add("created     " + info.created());
        lines.addAll(
                WrappedText.lines(
                        "owner       "
                                + (owner == null
                                        ? "none yet"
                                        : owner.name() + " (" + owner.id() + ")"),
                        12));
        lines.addAll(state(info, process));
        lines.add("opened      " + Amount.of(info.openings(), "time"));
        lines.add(
                "size        %s: %d segments of %s, blocks of %s"
                        .formatted(
                                new Size(info.deviceBytes()),
                                info.slots(),
                                new Size(info.segmentBytes()),
                                new Size(info.blockBytes())));
        lines.add("entries     at most %s each".formatted(new Size(info.maxEntryBytes())));
        lines.add(
                "health      %d of %d superblocks intact, %d segments with unreadable metadata"
                        .formatted(
                                info.intactSuperblocks(),
                                JournalInfo.SUPERBLOCK_COPIES,
                                info.damagedSlots().size()));
        lines.add("in use      %d of %d segments".formatted(info.segments().size(), info.slots()));
        for (SegmentInfo segment : info.segments())
            lines.add(
                    "  segment   %d in slot %d%s"
                            .formatted(
                                    segment.id(),
                                    segment.slot(),
                                    segment.isEncrypted()
                                            ? ", encrypted with key " + key(segment)
                                            : ""));
        return lines;
    }

    private static List<String> state(JournalInfo info, OptionalLong process) {
        if (process.isPresent())
            return List.of("state       open, by process " + process.getAsLong());
        if (info.owner() == null) return List.of("state       new, never opened");
        if (info.isClean()) return List.of("state       clean: all its writes are in SSTables");
        return List.of(
                "state       dirty: %s may hold writes that are in no SSTable;"
                        .formatted(
                                Amount.of(
                                        info.segments().size() + info.damagedSlots().size(),
                                        "segment")),
                "            the next start of its node replays them");
    }

    static Map<String, Object> fields(JournalInfo info, OptionalLong process) {
        Owner owner = info.owner();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("journal", info.journalId());
        fields.put("formatVersion", info.formatVersion());
        fields.put("created", info.created());
        if (owner != null) fields.put("owner", Map.of("id", owner.id(), "name", owner.name()));
        fields.put("clean", info.isClean());
        if (process.isPresent()) fields.put("process", process.getAsLong());
        fields.put("openings", info.openings());
        fields.put("deviceBytes", info.deviceBytes());
        fields.put("blockBytes", info.blockBytes());
        fields.put("segmentBytes", info.segmentBytes());
        fields.put("slots", info.slots());
        fields.put("maxEntryBytes", info.maxEntryBytes());
        fields.put("positionBase", info.positionBase());
        fields.put("positionOverhead", info.positionOverhead());
        fields.put("intactSuperblocks", info.intactSuperblocks());
        fields.put("damagedSlots", info.damagedSlots());
        fields.put("segments", info.segments().stream().map(JournalText::fields).toList());
        return fields;
    }

    static List<String> lines(ReplaySummary summary, List<Damage> damages) {
        List<String> lines = new ArrayList<>();
        lines.add("segments    %d in use".formatted(summary.segments()));
        lines.add("records     %d".formatted(summary.records()));
        lines.add(
                "entries     %d, %s".formatted(summary.entries(), new Size(summary.entryBytes())));
        lines.add(
                "torn        %d records, in progress at the crash and never acknowledged"
                        .formatted(summary.tornRecords()));
        lines.add(
                "damage      "
                        + (damages.isEmpty()
                                ? "none found; only a loss of the very last records leaves no trace"
                                : damages.size()));
        damages.forEach(damage -> lines.add("  " + line(damage)));
        return lines;
    }

    static Map<String, Object> fields(ReplaySummary summary, List<Damage> damages) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("segments", summary.segments());
        fields.put("records", summary.records());
        fields.put("entries", summary.entries());
        fields.put("entryBytes", summary.entryBytes());
        fields.put("tornRecords", summary.tornRecords());
        fields.put("damages", damages.stream().map(JournalText::fields).toList());
        return fields;
    }

    static String line(Damage damage) {
        return "damage in segment %d (slot %d, byte %d of the device), %s: %s"
                .formatted(
                        damage.segmentId(),
                        damage.slot(),
                        damage.deviceOffset(),
                        damage.finding(),
                        damage.description());
    }

    static Map<String, Object> fields(Damage damage) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("segment", damage.segmentId());
        fields.put("slot", damage.slot());
        fields.put("deviceOffset", damage.deviceOffset());
        fields.put("finding", damage.finding());
        fields.put("damage", damage.description());
        return fields;
    }

    private static Map<String, Object> fields(SegmentInfo segment) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("segment", segment.id());
        fields.put("slot", segment.slot());
        fields.put("contentVersion", segment.contentVersion());
        if (segment.isEncrypted()) fields.put("key", key(segment));
        return fields;
    }

    private static String key(SegmentInfo segment) {
        return JournalKey.text(segment.keyFingerprint());
    }
}
