// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts and decrypts the entries of one segment with AES-256 in counter mode (NIST SP 800-38A,
 * section 6.5), where both are the same operation. An entry keeps its length, so nothing else in
 * the journal depends on encryption.
 *
 * <p>The initial counter of an entry is its logical offset times 2^96. It is unique in the segment,
 * and no entry is long enough to reach another's. Thread-safe.
 */
final class SegmentCipher {
    private static final String TRANSFORMATION = "AES/CTR/NoPadding";
    private static final int COUNTER_BYTES = 16;
    private static final int KEY_BYTES = 32;

    /** A multiple of the cipher's block size. */
    private static final int PIECE_BYTES = 32 << 10;

    private static final ThreadLocal<Tools> TOOLS = ThreadLocal.withInitial(Tools::new);

    private final SecretKey key;

    /**
     * The cipher and buffers of a thread. Entries are copied in pieces: for an off-heap buffer, the
     * JDK would allocate an array as large as the entry each time.
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
     * Encrypts or decrypts an entry, into another buffer or in place.
     *
     * @param entry from position to limit; the buffer is not changed
     * @param target receives the result, of the same size
     * @param at the index in the target
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
                // The last part of the last piece, below one block, comes only now.
                if (made < piece) made += tools.cipher.doFinal(tools.to, made);
                target.put(at + done, tools.to, 0, made);
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(TRANSFORMATION + " has failed", e);
        }
    }

    /**
     * Checks that this JVM can encrypt, by encrypting one byte.
     *
     * @throws IllegalStateException if it cannot
     */
    static void requireAvailable() {
        ByteBuffer nothing = ByteBuffer.allocate(1);
        new SegmentCipher(new byte[KEY_BYTES]).apply(nothing, ByteBuffer.allocate(1), 0, 0);
    }

    /**
     * Encrypts or decrypts entries in place.
     *
     * @param entries from position to limit, each preceded by its length, well formed; the buffer's
     *     position is not changed
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
