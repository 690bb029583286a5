// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@code blkparse} output once, to find the action that counts in each output. */
final class BlockSurvey {
    private static final int DEVICE = 0;
    private static final int ACTION = 5;
    private static final int WHAT = 6;

    private final Path file;
    private final @Nullable String device;

    /** Writes of each action, for each output. */
    private final List<Map<BlockAction, Long>> writes = new ArrayList<>();

    private final List<Map<BlockAction, Long>> discards = new ArrayList<>();

    private final List<UncompletedWrites> uncompleted = new ArrayList<>();
    private final Request request = new Request();
    private long failed;

    /** Lines of each other action, for messages. */
    private final Map<String, Long> found = new TreeMap<>();

    private BlockSurvey(Path file, @Nullable String device) {
        this.file = file;
        this.device = device;
    }

    /**
     * Opens a trace.
     *
     * @param device the only one to read; null if the trace must have one alone
     * @throws BadTraceException if it has no writes, or a line is invalid
     */
    static Trace open(Path file, @Nullable String device) throws IOException {
        BlockSurvey survey = new BlockSurvey(file, device);
        survey.read();
        List<BlockAction> actions = survey.actions();
        return new DeviceTrace(file, () -> new BlockParse(actions), device, survey.notes(actions));
    }

    private void read() throws IOException {
        BlockParse.Outputs outputs = new BlockParse.Outputs();
        try (Lines lines = new Lines(file)) {
            while (lines.nextOrCut())
                try {
                    if (outputs.isEvent(lines)) count(lines, outputs.number());
                } catch (BadTraceException e) {
                    if (!lines.isCut()) throw e;
                }
        }
    }

    private void count(Lines lines, int output) throws BadTraceException {
        while (writes.size() <= output) {
            writes.add(new EnumMap<>(BlockAction.class));
            discards.add(new EnumMap<>(BlockAction.class));
            uncompleted.add(new UncompletedWrites());
        }
        if (device != null && !lines.is(DEVICE, device)) return;
        if (!BlockParse.isChange(lines)) return;
        boolean isDiscard = lines.has(WHAT, 'D');
        if (!isDiscard && lines.is(8, "+")) {
            request.sectors(lines, 7, 9);
            uncompleted.get(output).line(lines, request);
        }
        BlockAction action = BlockAction.of(lines);
        if (action == null) found.merge(lines.text(ACTION), 1L, Long::sum);
        else
            (isDiscard ? discards : writes)
                    .get(output)
                    .merge(action, isFailure(lines, isDiscard) ? 0L : 1L, Long::sum);
    }

    private boolean isFailure(Lines lines, boolean isDiscard) {
        boolean isFailure = BlockAction.isFailure(lines);
        if (isFailure && !isDiscard) failed++;
        return isFailure;
    }

    private List<BlockAction> actions() throws BadTraceException {
        List<BlockAction> actions = new ArrayList<>();
        boolean isWritten = false;
        for (int output = 0; output < writes.size(); output++) {
            Map<BlockAction, Long> counts =
                    writes.get(output).isEmpty() ? discards.get(output) : writes.get(output);
            BlockAction action =
                    counts.isEmpty() ? BlockAction.COMPLETED : counts.keySet().iterator().next();
            isWritten |= writes.get(output).getOrDefault(action, 0L) > 0;
            actions.add(action);
        }
        if (!isWritten) throw new BadTraceException(file, 0, none());
        return List.copyOf(actions);
    }

    private String none() {
        if (failed > 0) return "each of its completed writes (C) failed: %d".formatted(failed);
        String writes =
                "it has no write%s that was queued (Q), inserted (I), dispatched (D) or has completed (C)"
                        .formatted(device == null ? "" : " of the device '" + device + "'");
        if (found.isEmpty()) return writes;
        return writes
                + "; its writes have only "
                + found.entrySet().stream()
                        .map(each -> "%s (%d)".formatted(each.getKey(), each.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private List<String> notes(List<BlockAction> actions) {
        List<String> notes = new ArrayList<>();
        if (actions.size() > 1)
            notes.add(
                    "it has %d outputs of blkparse: all count, one after another"
                            .formatted(actions.size()));
        actions.stream()
                .map(BlockAction::note)
                .filter(note -> !note.isEmpty())
                .distinct()
                .forEach(notes::add);
        if (failed > 0)
            notes.add(
                    "%d of its writes failed (C with an error): they do not count"
                            .formatted(failed));
        long leftOut = 0;
        for (int output = 0; output < actions.size(); output++)
            if (actions.get(output) == BlockAction.COMPLETED)
                leftOut += uncompleted.get(output).count();
        if (leftOut > 0)
            notes.add(
                    "at least %d of its writes have no completion (C): they do not count"
                            .formatted(leftOut));
        return notes;
    }
}
