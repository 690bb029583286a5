// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key that encrypts a journal's entries. Each segment has a key of its own, derived from this
 * one. No two segments share a key.
 *
 * <p>Keys are derived with the first block of HKDF-Expand over HMAC-SHA-256 (RFC 5869, section 2.3:
 * T(1) = HMAC(PRK, info | 0x01)), where PRK is the key that was given.
 */
public final class JournalKey {
    /** The minimum size of a key in bytes. */
    public static final int MIN_BYTES = 16;

    private static final String HMAC = "HmacSHA256";
    private static final byte[] OF_THE_KEY = label("firesteel journal key");
    private static final byte[] OF_A_SEGMENT = label("firesteel journal segment");

    private final SecretKeySpec master;
    private final long fingerprint;

    private JournalKey(byte[] key) {
        master = new SecretKeySpec(key, HMAC);
        long drawn = ByteBuffer.wrap(derive(OF_THE_KEY)).getLong();
        fingerprint = drawn == SegmentInfo.NOT_ENCRYPTED ? 1 : drawn;
    }

    /**
     * Creates a key.
     *
     * @param key at least {@link #MIN_BYTES} random bytes, which are copied
     * @throws IllegalArgumentException if there are fewer
     * @throws IllegalStateException if this JVM lacks the cipher
     */
    public static JournalKey of(byte[] key) {
        if (key.length < MIN_BYTES)
            throw new IllegalArgumentException(
                    "a key must have at least " + MIN_BYTES + " bytes, not " + key.length);
        SegmentCipher.requireAvailable();
        return new JournalKey(key);
    }

    /**
     * Returns a value that distinguishes this key from others and reveals nothing else about it.
     */
    public long fingerprint() {
        return fingerprint;
    }

    /** Returns a fingerprint as hexadecimal text. */
    public static String text(long fingerprint) {
        return HexFormat.of().toHexDigits(fingerprint);
    }

    /** Returns the cipher of a segment, with a key that no other segment uses. */
    SegmentCipher cipher(UUID journalId, SlotHeader segment) {
        byte[] info =
                ByteBuffer.allocate(OF_A_SEGMENT.length + 4 * Long.BYTES)
                        .put(OF_A_SEGMENT)
                        .putLong(journalId.getMostSignificantBits())
                        .putLong(journalId.getLeastSignificantBits())
                        .putLong(segment.epoch())
                        .putLong(segment.segmentId())
                        .array();
        return new SegmentCipher(derive(info));
    }

    private byte[] derive(byte[] info) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(master);
            mac.update(info);
            return mac.doFinal(new byte[] {1});
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + HMAC, e);
        }
    }

    private static byte[] label(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JournalKey key
                && Arrays.equals(master.getEncoded(), key.master.getEncoded());
    }

    @Override
    public int hashCode() {
        return Long.hashCode(fingerprint);
    }

    /** Returns its fingerprint, never the key. */
    @Override
    public String toString() {
        return "key " + text(fingerprint);
    }
}
