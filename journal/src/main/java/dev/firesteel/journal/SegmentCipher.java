// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts the entries of one segment, and decrypts them, which is the same: AES-256 in counter
 * mode (NIST SP 800-38A, section 6.5). An entry stays as long as it is, so nothing else of the
 * journal depends on whether it is encrypted.
 *
 * <p>The initial counter of an entry is its logical offset, times 2^96: no two entries of a segment
 * have the same, and none is so long that it would come to that of another. Safe for any number of
 * threads.
 */
final class SegmentCipher {
    private static final String TRANSFORMATION = "AES/CTR/NoPadding";
    private static final int COUNTER_BYTES = 16;
    private static final int KEY_BYTES = 32;

    /** Whole blocks of the cipher. */
    private static final int PIECE_BYTES = 32 << 10;

    private static final ThreadLocal<Tools> TOOLS = ThreadLocal.withInitial(Tools::new);

    private final SecretKey key;

    /**
     * What a thread encrypts with. In pieces of its own: for a buffer beside the heap the JDK would
     * allocate an array as large as the entry each time.
     */
    private static final class Tools {
        private final Cipher cipher = newCipher();
        private final byte[] from = new byte[PIECE_BYTES];
        private final byte[] to = new byte[PIECE_BYTES];
    }

    SegmentCipher(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
    }

    private static Cipher newCipher() {
        try {
            return Cipher.getInstance(TRANSFORMATION);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + TRANSFORMATION, e);
        }
    }

    /**
     * Encrypts or decrypts an entry into another place, or into its own.
     *
     * @param entry from position to limit; the buffer is not changed
     * @param target where it goes, as many bytes
     * @param at the index there
     * @param startOffset the logical offset at which the entry starts
     */
    void apply(ByteBuffer entry, ByteBuffer target, int at, int startOffset) {
        byte[] counter = ByteBuffer.allocate(COUNTER_BYTES).putInt(startOffset).array();
        Tools tools = TOOLS.get();
        int bytes = entry.remaining();
        try {
            tools.cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(counter));
            for (int done = 0; done < bytes; done += PIECE_BYTES) {
                int piece = Math.min(PIECE_BYTES, bytes - done);
                entry.get(entry.position() + done, tools.from, 0, piece);
                int made = tools.cipher.update(tools.from, 0, piece, tools.to, 0);
                // Of the last piece, what is less than a block comes only now.
                if (made < piece) made += tools.cipher.doFinal(tools.to, made);
                target.put(at + done, tools.to, 0, made);
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(TRANSFORMATION + " has failed", e);
        }
    }

    /**
     * Encrypts something, to see whether this Java can.
     *
     * @throws IllegalStateException if it cannot
     */
    static void requireAvailable() {
        ByteBuffer nothing = ByteBuffer.allocate(1);
        new SegmentCipher(new byte[KEY_BYTES]).apply(nothing, ByteBuffer.allocate(1), 0, 0);
    }

    /**
     * Encrypts or decrypts entries in their place.
     *
     * @param entries from position to limit, each with its length before it, well formed; the
     *     buffer's position is not changed
     * @param startOffset the logical offset at which the first one starts
     */
    void applyToAll(ByteBuffer entries, int startOffset, int positionOverhead) {
        int at = entries.position();
        int start = startOffset;
        while (at < entries.limit()) {
            int bytes = entries.getInt(at);
            at += RecordHeader.ENTRY_PREFIX_BYTES;
            apply(entries.slice(at, bytes), entries, at, start);
            at += bytes;
            start += bytes + positionOverhead;
        }
    }
}
