// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A request of the kernel, in the buffer it was read into: valid until the next is read.
 *
 * <pre>
 *   0 length (4)   4 operation (4)   8 unique (8)   16 node (8)   24 uid, gid, pid, padding (16)
 *  40 the body
 *     READ, WRITE:   40 handle (8)  48 offset (8)  56 size (4)  60 flags (4)  64 owner (8)
 *                    72 flags (4)   76 padding (4)   80 WRITE: the data
 *     FALLOCATE:     40 handle (8)  48 offset (8)  56 length (8)  64 mode (4)
 *     LOOKUP:        40 name, ended by a zero
 * </pre>
 *
 * @param bytes from 0 to its limit, in the order of the machine
 */
record FuseRequest(ByteBuffer bytes) {
    static final int LOOKUP = 1;
    static final int FORGET = 2;
    static final int GETATTR = 3;
    static final int SETATTR = 4;
    static final int OPEN = 14;
    static final int READ = 15;
    static final int WRITE = 16;
    static final int STATFS = 17;
    static final int RELEASE = 18;
    static final int FSYNC = 20;
    static final int FLUSH = 25;
    static final int INIT = 26;
    static final int OPENDIR = 27;
    static final int READDIR = 28;
    static final int RELEASEDIR = 29;
    static final int FSYNCDIR = 30;
    static final int INTERRUPT = 36;
    static final int DESTROY = 38;
    static final int BATCH_FORGET = 42;
    static final int FALLOCATE = 43;

    private static final int HEADER_BYTES = 40;
    private static final int DATA_AT = 80;

    /** Returns a copy that stays valid. */
    FuseRequest copy() {
        ByteBuffer copy = ByteBuffer.allocate(bytes.limit()).order(bytes.order());
        copy.put(bytes.duplicate().rewind()).rewind();
        return new FuseRequest(copy);
    }

    int operation() {
        return bytes.getInt(4);
    }

    long unique() {
        return bytes.getLong(8);
    }

    long node() {
        return bytes.getLong(16);
    }

    long offset() {
        return bytes.getLong(HEADER_BYTES + 8);
    }

    int size() {
        return bytes.getInt(HEADER_BYTES + 16);
    }

    /** Returns the number of bytes to deallocate. */
    long length() {
        return bytes.getLong(HEADER_BYTES + 16);
    }

    /** Returns the mode of a deallocation. */
    int mode() {
        return bytes.getInt(HEADER_BYTES + 24);
    }

    /** Returns a copy of the data to write. */
    byte[] data() {
        byte[] data = new byte[size()];
        bytes.get(DATA_AT, data);
        return data;
    }

    String name() {
        byte[] name = new byte[bytes.limit() - HEADER_BYTES - 1];
        bytes.get(HEADER_BYTES, name);
        return new String(name, StandardCharsets.UTF_8);
    }
}
