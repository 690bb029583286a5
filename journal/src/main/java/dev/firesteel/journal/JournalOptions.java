// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Run-time options of a journal. The geometry is not among them: {@link JournalFormat} writes it
 * into the superblock when the journal is formatted.
 *
 * @param owner the only owner that may open this journal; it is written into a journal without
 *     owner, and a journal of another owner is refused
 * @param contentVersion the owner's version of its entries; stored with each segment and returned
 *     on replay
 * @param identifierFloor new segments get identifiers above this, above the clock in milliseconds
 *     and above every earlier identifier of the journal; at most {@link #MAX_IDENTIFIER_FLOOR}
 * @param recordsInFlight the maximum number of records in flight to the device, 1 to 32
 * @param fullWait the time that an append waits for space before it fails, at least 0
 * @param reserveSegments the number of segments kept free for start-up, at least {@link
 *     #MIN_RESERVE_SEGMENTS}; a small journal keeps fewer
 * @param key encrypts new entries and decrypts encrypted ones; null for no encryption
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
     * The minimum of {@link #reserveSegments()}: one for the segment of an interrupted start-up,
     * one to copy that to, and one for new writes.
     */
    public static final int MIN_RESERVE_SEGMENTS = 3;

    /**
     * The maximum of {@link #identifierFloor()}. No clock gives such an identifier, and the format
     * can still count on from it.
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

    /** Creates options for a journal without encryption. */
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

    /** Returns a copy with this key. */
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

    /** Returns the default options for an owner. */
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
