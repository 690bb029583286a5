// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a journal is run. What describes the bytes on the device is not here: geometry is written
 * into the superblock when the journal is formatted ({@link JournalFormat}).
 *
 * @param owner who may open this journal; it is written into a journal that has no owner yet, and a
 *     journal of another owner is refused
 * @param contentVersion what the owner calls the version of its entries; stored with each segment
 *     and handed back on replay
 * @param identifierFloor new segments get identifiers above this, above the clock in milliseconds
 *     and above every identifier the journal ever gave; at most {@link #MAX_IDENTIFIER_FLOOR}
 * @param recordsInFlight how many records may be on their way to the device at once, 1 to 32
 * @param fullWait how long an append waits for space before it fails, at least 0
 * @param reserveSegments how many free segments are kept for start-up on a device that cannot grow,
 *     at least {@link #MIN_RESERVE_SEGMENTS}
 * @param key what entries are encrypted with, and what those that are encrypted already are
 *     decrypted with; null if they are not to be
 */
public record JournalOptions(
        Owner owner,
        int contentVersion,
        long identifierFloor,
        int recordsInFlight,
        Duration fullWait,
        int reserveSegments,
        @Nullable JournalKey key) {

    /**
     * The fewest {@link #reserveSegments()}: one for what an interrupted start-up has written, one
     * to move that to, and one to go on in.
     */
    public static final int MIN_RESERVE_SEGMENTS = 3;

    /**
     * The highest {@link #identifierFloor()}: no clock has given such an identifier, and the format
     * must be able to count on from it.
     */
    public static final long MAX_IDENTIFIER_FLOOR = 1L << 62;

    /** The default of {@link #recordsInFlight()}. */
    public static final int DEFAULT_RECORDS_IN_FLIGHT = 1;

    /** The default of {@link #fullWait()}. */
    public static final Duration DEFAULT_FULL_WAIT = Duration.ofSeconds(2);

    /** The default of {@link #reserveSegments()}. */
    public static final int DEFAULT_RESERVE_SEGMENTS = 4;

    public JournalOptions {
        if (identifierFloor > MAX_IDENTIFIER_FLOOR)
            throw new IllegalArgumentException(
                    "identifierFloor must be at most "
                            + MAX_IDENTIFIER_FLOOR
                            + ", not "
                            + identifierFloor);
        if (recordsInFlight < 1 || recordsInFlight > 32)
            throw new IllegalArgumentException(
                    "recordsInFlight must be 1 to 32, not " + recordsInFlight);
        if (fullWait.isNegative())
            throw new IllegalArgumentException("fullWait must not be negative: " + fullWait);
        if (reserveSegments < MIN_RESERVE_SEGMENTS)
            throw new IllegalArgumentException(
                    "reserveSegments must be at least "
                            + MIN_RESERVE_SEGMENTS
                            + ", not "
                            + reserveSegments);
    }

    /** Options for a journal that is not encrypted. */
    public JournalOptions(
            Owner owner,
            int contentVersion,
            long identifierFloor,
            int recordsInFlight,
            Duration fullWait,
            int reserveSegments) {
        this(
                owner,
                contentVersion,
                identifierFloor,
                recordsInFlight,
                fullWait,
                reserveSegments,
                null);
    }

    /** The same, with this key. */
    public JournalOptions encryptedWith(@Nullable JournalKey newKey) {
        return new JournalOptions(
                owner,
                contentVersion,
                identifierFloor,
                recordsInFlight,
                fullWait,
                reserveSegments,
                newKey);
    }

    /** Options with every default, for an owner. */
    public static JournalOptions of(Owner owner) {
        return new JournalOptions(
                owner,
                0,
                0,
                DEFAULT_RECORDS_IN_FLIGHT,
                DEFAULT_FULL_WAIT,
                DEFAULT_RESERVE_SEGMENTS);
    }
}
