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
        return new DeviceTrace(
                file, () -> new BlockParse(actions), device, notes(actions, survey.writes.size()));
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

    private void count(Lines lines, int output) {
        while (writes.size() <= output) {
            writes.add(new EnumMap<>(BlockAction.class));
            discards.add(new EnumMap<>(BlockAction.class));
        }
        if (device != null && !lines.is(DEVICE, device)) return;
        if (!BlockParse.isChange(lines)) return;
        BlockAction action = BlockAction.of(lines);
        if (action == null) found.merge(lines.text(ACTION), 1L, Long::sum);
        else (lines.has(WHAT, 'D') ? discards : writes).get(output).merge(action, 1L, Long::sum);
    }

    private List<BlockAction> actions() throws BadTraceException {
        List<BlockAction> actions = new ArrayList<>();
        boolean isWritten = false;
        for (int output = 0; output < writes.size(); output++) {
            Map<BlockAction, Long> counts =
                    writes.get(output).isEmpty() ? discards.get(output) : writes.get(output);
            isWritten |= !writes.get(output).isEmpty();
            actions.add(
                    counts.isEmpty() ? BlockAction.COMPLETED : counts.keySet().iterator().next());
        }
        if (!isWritten) throw new BadTraceException(file, 0, none());
        return List.copyOf(actions);
    }

    private String none() {
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

    private static List<String> notes(List<BlockAction> actions, int outputs) {
        List<String> notes = new ArrayList<>();
        if (outputs > 1)
            notes.add(
                    "it has %d outputs of blkparse: all count, one after another"
                            .formatted(outputs));
        actions.stream()
                .map(BlockAction::note)
                .filter(note -> !note.isEmpty())
                .distinct()
                .forEach(notes::add);
        return notes;
    }
}
