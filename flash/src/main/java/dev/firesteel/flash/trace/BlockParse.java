// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads {@code blkparse} output in its default format (blkparse(1), section "Default output").
 * Several outputs may follow each other.
 *
 * <pre>
 *   8,0    3       11     0.009507758   697  C   W 223490 + 8 [0]
 *   device cpu sequence   seconds       pid  action, what, sector + sectors
 * </pre>
 *
 * <p>A request appears once for each action. Only lines of one action count, in each output.
 */
final class BlockParse implements DeviceFormat {
    private static final int FIELDS = 10;
    private static final int ACTION = 5;
    private static final int WHAT = 6;

    /** The first line of the statistics of a process, or of those of one name: name and number. */
    private static final Pattern PROCESS = Pattern.compile("\\S.* \\([0-9]+(?:, \\.\\.\\.)?\\)");

    private final List<BlockAction> actions;
    private final Outputs outputs = new Outputs();
    private int output = -1;

    /**
     * Creates a reading.
     *
     * @param actions the action that counts in each output; none in those that it does not list
     */
    BlockParse(List<BlockAction> actions) {
        this.actions = actions;
    }

    @Override
    public boolean startsAtZero() {
        return true;
    }

    @Override
    public boolean isRestarted() {
        boolean isRestarted = output != outputs.number() && output >= 0;
        output = outputs.number();
        return isRestarted;
    }

    @Override
    public boolean read(Lines lines, Request request) throws BadTraceException {
        if (!outputs.isEvent(lines) || !isChange(lines)) return false;
        BlockAction action = actions.get(outputs.number());
        if (!lines.is(ACTION, action.letter()) || BlockAction.isFailure(lines)) return false;
        if (!lines.is(8, "+")) throw lines.bad("has no 'sector + sectors': " + lines.line());
        request.kind = lines.has(WHAT, 'D') ? Request.Kind.DISCARD : Request.Kind.WRITE;
        request.sectors(lines, 7, 9);
        request.micros = outputs.micros();
        request.device(0, 1);
        return true;
    }

    /**
     * Returns whether an event is a write or a discard. A flush without data, and a command that is
     * passed through, have parentheses in place of sectors.
     */
    static boolean isChange(Lines lines) {
        return lines.fields() >= FIELDS
                && (lines.has(WHAT, 'D') || lines.has(WHAT, 'W'))
                && !lines.has(7, '(')
                && !lines.has(8, '(');
    }

    /**
     * Finds the events, and the outputs that they belong to. Another output begins after a summary.
     * Without one, it begins where both time and sequence number of a processor go back.
     */
    static final class Outputs {
        private record Last(long sequence, long micros) {}

        private final Map<Long, Last> lastOf = new HashMap<>();
        private boolean isSummary;
        private boolean isStarted;
        private int number;
        private long micros;

        /** Returns the number of the output of the last event, from 0. */
        int number() {
            return number;
        }

        /** Returns the time of the last event, in microseconds. */
        long micros() {
            return micros;
        }

        /** Splits a line; returns whether it is an event, not a part of a summary. */
        boolean isEvent(Lines lines) throws BadTraceException {
            int fields = lines.cutAtSpaces();
            if (fields == 0) return false;
            if (!isDevice(lines)) {
                skip(lines);
                return false;
            }
            if (fields <= ACTION) throw unknown(lines);
            micros = micros(lines);
            if (isSummary && isStarted) next();
            isSummary = false;
            isStarted = true;
            if (isChange(lines) && BlockAction.of(lines) != null) order(lines);
            return true;
        }

        private static boolean isDevice(Lines lines) {
            return lines.isPair(0);
        }

        private void skip(Lines lines) throws BadTraceException {
            if (lines.startsWith("Input file ") || lines.startsWith("Trace started at ")) return;
            if (lines.startsWith("CPU")
                    || lines.startsWith("Total (")
                    || PROCESS.matcher(lines.line()).matches()) isSummary = true;
            else if (!isSummary || !isOfSummary(lines)) throw unknown(lines);
        }

        private static boolean isOfSummary(Lines lines) {
            return lines.startsWith(" ") || lines.contains(':') || lines.contains('(');
        }

        private void order(Lines lines) throws BadTraceException {
            long processor = lines.number(1, "a processor");
            Last last = lastOf.get(processor);
            long sequence = lines.number(2, "a sequence number");
            if (last != null && micros < last.micros && sequence < last.sequence) next();
            lastOf.put(processor, new Last(sequence, micros));
        }

        private void next() {
            number++;
            lastOf.clear();
        }

        private static BadTraceException unknown(Lines lines) {
            return lines.bad("is not a line of blkparse: " + lines.line());
        }

        private static long micros(Lines lines) throws BadTraceException {
            return (long) (lines.decimal(3, "a time in seconds") * 1e6);
        }
    }
}
