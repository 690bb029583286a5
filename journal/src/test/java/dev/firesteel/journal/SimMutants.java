// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.List;

/**
 * Every flaw that could make the paper's journal lose, invent or withhold acknowledged entries, and
 * every one that the simulation has found in ours. The numbers are those of the list of the paper's
 * flaws in docs/internals/simulation.md.
 *
 * <p>{@code SimMutants THREADS} lets {@link SimHunt} find them. Exits with 1 if a flaw is not
 * found.
 */
final class SimMutants {
    static final SimMutant NOBODY_PASSES_ON =
            new SimMutant(
                    "a thread that is woken wakes nobody else",
                    "WaitList",
                    "            if (!isFirstToCome()) wakeRest();",
                    "            met.set(true);");

    static final SimMutant WHO_HAS_LEFT =
            new SimMutant(
                    "whoever is behind a thread that has gone on already is not woken",
                    "WaitList",
                    "            if (!isFirstToCome() || !wake(this)) wakeRest();",
                    "            if (isFirstToCome()) wake(this);");

    private SimMutants() {}

    public static void main(String[] args) throws InterruptedException {
        if (args.length != 1) {
            System.err.println("usage: SimMutants THREADS");
            System.exit(2); // owns exit
        }
        System.exit(survivors(Integer.parseInt(args[0])) == 0 ? 0 : 1); // owns exit
    }

    /**
     * Returns the number of flaws that are not found. Prints a line for each to standard output.
     */
    static int survivors(int threads) throws InterruptedException {
        return new SimHunt("Simulation", "mutant-seeds.txt", all()).survivors(threads);
    }

    private static List<SimMutant> all() {
        return List.of(
                new SimMutant(
                        "1: recovery stops at the first hole",
                        "SegmentScanner",
                        "                block++;\n                continue;",
                        "                return;"),
                new SimMutant(
                        "2: a read error in recovery is swallowed",
                        "SegmentScanner",
                        "if (unreadable.add(piece.block + i)) visitor.unreadable(piece.block + i, e);",
                        ""),
                new SimMutant(
                        "the drive is not asked again where a record could begin",
                        "SegmentScanner",
                        "        RecordHeader second = headAt(segment, block, visitor);",
                        "        RecordHeader second = null;"),
                new SimMutant(
                        "the drive is not asked again for a body that is broken",
                        "SegmentScanner",
                        "        if (!isIntact) {",
                        "        if (piece == null) {"),
                new SimMutant(
                        "of all that is damaged one place is reported",
                        "Replay",
                        "        for (Damage damage : damages) handler.damage(damage);",
                        "        if (!damages.isEmpty()) handler.damage(damages.get(0));"),
                new SimMutant(
                        "damage to what a recovery has written or copied is not reported",
                        "Replay",
                        "            if (finding.isDamage()) damages.add(damage(each, finding, durable));",
                        "            if (finding.isDamage() && each.segment.state() == SlotHeader.State.LIVE_SINCE_RECOVERY) continue;"
                                + "            if (finding.isDamage()) damages.add(damage(each, finding, durable));"),
                new SimMutant(
                        "a copy that is damaged is taken for a whole one",
                        "SegmentDigest",
                        "        return epochs.stream().filter(each -> !each.isDamaged).toList();",
                        "        return epochs;"),
                new SimMutant(
                        "copies go to an encrypted segment in the clear",
                        "OpenRecord",
                        "        if (segment.cipher == null) return;",
                        "        if (segment.id() >= 0) return;"),
                new SimMutant(
                        "entries are encrypted as if they lay elsewhere",
                        "OpenRecord",
                        "        else segment.cipher.apply(entry, buffer, at, startOffset(reserved));",
                        "        else segment.cipher.apply(entry, buffer, at, startOffset(reserved) + 1);"),
                new SimMutant(
                        "the newest copies are not replayed where anything is damaged",
                        "JournalReader",
                        "        return new Replay(device, superblock, key, handler)\n                .run(slots.live(), slots.damagedSlots(), slots.replayContext());",
                        "        long newest = slots.live().stream().mapToLong(SlotHeader::epoch).max().orElse(0);"
                                + " boolean isDamaged = new Replay(device, superblock, key, new SegmentDigest()).run(slots.live(), slots.damagedSlots(), slots.replayContext()).damages() > 0;"
                                + " return new Replay(device, superblock, key, handler).run(slots.live().stream().filter(each -> !isDamaged || each.epoch() != newest || each.state() != SlotHeader.State.LIVE_SINCE_RECOVERY).toList(), slots.damagedSlots(), slots.replayContext());"),
                new SimMutant(
                        "2: what was not replayed is released",
                        "Journal",
                        "        for (SlotHeader found : slots.live()) recovered.put(found.segmentId(), found);",
                        "        for (SlotHeader found : slots.live())"
                                + " if (found.slot() % 2 == 0) recovered.put(found.segmentId(), found);"),
                new SimMutant(
                        "4: a large entry is skipped, and acknowledged",
                        "CommitPath",
                        "        return place(reserve(1, framedBytes(entry)), entry, placement);",
                        "        int bytes = entry.remaining(); if (bytes > geometry.maxEntryBytes() / 2) {"
                                + " placement.placed(position().segmentId(), position().offset());"
                                + " OpenRecord none = allocator.outOfSpace(state.open.segment, 1, 1, false);"
                                + " none.settle(OpenRecord.Outcome.DURABLE);"
                                + " return new PendingEntry(state, none, new JournalPosition("
                                + "position().segmentId(), position().offset() + bytes)); }"
                                + " return place(reserve(1, framedBytes(entry)), entry, placement);"),
                new SimMutant(
                        "6: a failed write is acknowledged",
                        "Committer",
                        "                sealed.record().settle(OpenRecord.Outcome.FAILED);\n            }\n            throw t;",
                        "                sealed.record().settle(OpenRecord.Outcome.DURABLE);\n            }\n            throw t;"),
                new SimMutant(
                        "6: writes are acknowledged after one has failed",
                        "CommitState",
                        "        if (!failure.compareAndSet(null, first)) return;",
                        "        if (cause instanceof java.io.IOException) return;"
                                + " if (!failure.compareAndSet(null, first)) return;"),
                new SimMutant(
                        "8: memory is used again while the device still reads it",
                        "RecordWriter",
                        "        long began = scheduler.nanoTime();",
                        "        allocator.giveBack(record); long began = scheduler.nanoTime();"),
                new SimMutant(
                        "9: every slot counts as free after a restart",
                        "SlotTable",
                        "            if (each != null && !each.state().isLive()) free.add(each.slot());",
                        "            if (each != null) free.add(each.slot());"),
                new SimMutant(
                        "10: a failed write of bookkeeping is swallowed",
                        "SlotTable",
                        "        writeCopy(slot, first);\n        writeCopy(slot, 1 - first);",
                        "        try { writeCopy(slot, first); writeCopy(slot, 1 - first); }"
                                + " catch (IOException e) {}"),
                new SimMutant(
                        "11: a run uses every slot up before it has ended its recovery",
                        "SegmentSupply",
                        "            case LIVE_SINCE_RECOVERY -> recoverySlots + 2;",
                        "            case LIVE_SINCE_RECOVERY -> 0;"),
                new SimMutant(
                        "11: what is new counts as ordinary before what is old is free",
                        "Journal",
                        "        release(List.copyOf(recovered.values()));",
                        "        supply.openAs(SlotHeader.State.LIVE).await();"
                                + " release(List.copyOf(recovered.values()));"),
                new SimMutant(
                        "14: a wake-up is lost",
                        "CommitPath",
                        "            while (true) {\n                // Enlist again each time: a wake-up empties the list.\n                state.spaceWaiters.enlist();",
                        "            state.spaceWaiters.enlist();\n            while (true) {"),
                new SimMutant(
                        "14: a wake-up is used up by a lock",
                        "Committer",
                        "            if (state.idleCommitter.get() != self) continue;",
                        ""),
                new SimMutant(
                        "15: identifiers come from the clock alone",
                        "SegmentSupply",
                        "            id = identifierFloor = Math.max(clock.millis(), identifierFloor + 1);",
                        "            id = clock.millis();"),
                new SimMutant(
                        "16: replay gives wrong positions",
                        "Replay",
                        "                int end = start + positionOverhead + bytes;",
                        "                int end = start + bytes;"),
                new SimMutant(
                        "20: bookkeeping has one copy",
                        "SlotTable",
                        "        writeCopy(slot, first);\n        writeCopy(slot, 1 - first);",
                        "        writeCopy(slot, 0);"),
                new SimMutant(
                        "20: a copy of bookkeeping that a crash spoilt is left so",
                        "SlotTable",
                        "        for (Copy each : copies) {",
                        "        for (Copy each : List.<Copy>of()) {"),
                new SimMutant(
                        "a start writes over the head of a record that went to bookkeeping",
                        "SlotTable",
                        "outdated.stream().filter(each -> !misplaced.containsKey(each)).toList();",
                        "List.copyOf(outdated);"),
                new SimMutant(
                        "a slot whose bookkeeping holds such a head is opened like another",
                        "SlotTable",
                        "                        .filter(each -> !holdsMisplaced(each))",
                        "                        .filter(each -> true)"),
                new SimMutant(
                        "a record's head in the bookkeeping is not reported",
                        "Replay",
                        "        for (MisplacedHead each : replayContext.misplaced()) report(each, segments);",
                        ""),
                new SimMutant(
                        "a record's head among others is not reported",
                        "Replay",
                        "            damages.add(Replay.misplaced(segment, segment.slot(), offset, header));",
                        ""),
                new SimMutant(
                        "a live segment's head in the slot of a later one is taken for a leftover",
                        "Replay",
                        "            if (homes.isEmpty() && mayRemain(header, segment)) return;",
                        "            if (mayRemain(header, segment)) return;"),
                new SimMutant(
                        "20: bookkeeping has no checksum",
                        "SlotHeader",
                        "        if (block.getInt(0) != MAGIC || block.getInt(4) != Crc32c.of(block, 8, BYTES)) return null;",
                        "        if (block.getInt(0) != MAGIC) return null;"),
                new SimMutant(
                        "21: a record is believed wherever it lies",
                        "SegmentScanner",
                        "                && header.block() == block\n",
                        ""),
                new SimMutant(
                        "21: a record of an earlier lap is believed",
                        "SegmentScanner",
                        "        return header.segmentId() == segment.segmentId()\n                && header.epoch() == segment.epoch()\n                && header.block() == block\n",
                        "        return header.block() == block\n"),
                new SimMutant(
                        "21: the body has no checksum",
                        "SegmentScanner",
                        "return Crc32c.of(piece.bytes, body, end) == header.bodyCrc()",
                        "return true"),
                new SimMutant(
                        "21: no watermark",
                        "RecordWriter",
                        "        long durable = watermark.get();",
                        "        long durable = 0;"),
                new SimMutant(
                        "the watermark runs ahead of what is durable",
                        "RecordWriter",
                        "        long durable = watermark.get();",
                        "        long durable = Math.max(sealed.sequence(), sealed.endSequence()) - 1;"),
                new SimMutant(
                        "21: the end of a segment is written before what it tells of",
                        "RecordWriter",
                        "        watermark.await(sealed.endSequence() - 1);",
                        ""),
                new SimMutant(
                        "22: padding shows what lay in memory before",
                        "RecordWriter",
                        "        buffer.put(from, ZEROS, 0, to - from); // never more than a block",
                        ""),
                new SimMutant(
                        "an append returns before its record is written",
                        "RecordWriter",
                        "        long began = scheduler.nanoTime();",
                        "        record.settle(OpenRecord.Outcome.DURABLE);"
                                + " long began = scheduler.nanoTime();"),
                new SimMutant(
                        "a reply is sent before its record is written",
                        "OpenRecord",
                        "        waiters.enlist(() -> action.accept(requireNonNull(outcome)));",
                        "        action.accept(Outcome.DURABLE);"),
                NOBODY_PASSES_ON,
                WHO_HAS_LEFT,
                new SimMutant(
                        "a reply that comes late is never sent",
                        "OpenRecord",
                        "        if (outcome != null) waiters.wakeAll();",
                        ""),
                new SimMutant(
                        "a segment is released on a device before it is closed in the journal",
                        "LiveSegment",
                        "        return unfinished.decrementAndGet() == 0;",
                        "        return unfinished.decrementAndGet() <= 1;"),
                new SimMutant(
                        "the last record of a journal that is closed stays above the watermark",
                        "Committer",
                        "                heartbeat = needsHeartbeat() && canConfirm();",
                        ""),
                new SimMutant(
                        "the last heartbeat of a journal that is closed is written once only",
                        "Committer",
                        "                watermark.await(nextSequence - 1);\n                heartbeat = needsHeartbeat() && canConfirm();",
                        "                heartbeat = needsHeartbeat() && canConfirm() && state.leaveUpTo.get() > -1; state.leaveUpTo.set(-1);"),
                new SimMutant(
                        "bookkeeping that cannot be read is taken for none",
                        "Journal",
                        "        slots.requireReadable();",
                        ""),
                new SimMutant(
                        "a slot is taken for free whose bookkeeping is older than its records",
                        "SlotTable",
                        "        if (newest != null && isNewer(first, newest) && isNewer(readFirstRecord(slot), newest))\n            newest = null;",
                        ""),
                new SimMutant(
                        "where anything is damaged, one slot is named, and nothing replayed",
                        "JournalReader",
                        "        return new Replay(device, superblock, key, handler)\n                .run(slots.live(), slots.damagedSlots(), slots.replayContext());",
                        "        SegmentDigest digest = new SegmentDigest();"
                                + " int damages = new Replay(device, superblock, key, digest)"
                                + ".run(slots.live(), slots.damagedSlots(), slots.replayContext()).damages();"
                                + " if (damages == 0) return new Replay(device, superblock, key, handler)"
                                + ".run(slots.live(), slots.damagedSlots(), slots.replayContext());"
                                + " return new Replay(device, superblock, key, handler)"
                                + ".run(List.of(), List.of(0), slots.replayContext());"));
    }
}
