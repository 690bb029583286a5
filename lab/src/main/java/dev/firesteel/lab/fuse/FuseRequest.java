// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fuse;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A request of the kernel, in the buffer it was read into: valid until the next is read.
 *
 * <pre>
 *   0 length (4)   4 operation (4)   8 unique (8)   16 node (8)   24 uid, gid, pid, padding (16)
 *  40 the body
 *     READ, WRITE:   40 handle (8)  48 offset (8)  56 size (4)  60 flags (4)  64 owner (8)
 *                    72 flags (4)   76 padding (4)   80 WRITE: the data
 *     FALLOCATE:     40 handle (8)  48 offset (8)  56 length (8)  64 mode (4)
 *     SETATTR:       40 changes (4)  56 size (8)  72 read, written (8 each)
 *                    96 their nanoseconds (4 each)  108 mode (4)  116 uid (4)  120 gid (4)
 *     CREATE:        40 flags (4)    44 mode (4)  56 name
 *     MKDIR:         40 mode (4)     48 name
 *     RENAME:        40 directory (8)             48 name, new name
 *     RENAME2:       40 directory (8)  48 flags (4)  56 name, new name
 *     LINK:          40 node (8)     48 name
 *     READDIR:       40 handle (8)   48 next entry (8)  56 size (4)
 *     RELEASEDIR:    40 handle (8)
 *     INIT:          48 read ahead (4)
 *     others with a name: 40 name
 *
 * A name is ended by a zero.
 * </pre>
 *
 * @param bytes from 0 to its limit, in the order of the machine
 */
public record FuseRequest(ByteBuffer bytes) {
    public static final int LOOKUP = 1;
    public static final int FORGET = 2;
    public static final int GETATTR = 3;
    public static final int SETATTR = 4;
    public static final int MKDIR = 9;
    public static final int UNLINK = 10;
    public static final int RMDIR = 11;
    public static final int RENAME = 12;
    public static final int LINK = 13;
    public static final int OPEN = 14;
    public static final int READ = 15;
    public static final int WRITE = 16;
    public static final int STATFS = 17;
    public static final int RELEASE = 18;
    public static final int FSYNC = 20;
    public static final int FLUSH = 25;
    public static final int INIT = 26;
    public static final int OPENDIR = 27;
    public static final int READDIR = 28;
    public static final int RELEASEDIR = 29;
    public static final int FSYNCDIR = 30;
    public static final int CREATE = 35;
    public static final int INTERRUPT = 36;
    public static final int DESTROY = 38;
    public static final int BATCH_FORGET = 42;
    public static final int FALLOCATE = 43;
    public static final int RENAME2 = 45;

    public static final int READ_AHEAD_AT = 48;

    private static final int HEADER_BYTES = 40;

    private static final int DATA_AT = 80;

    /** Returns a copy of all but the data of a write, which stays valid. */
    public FuseRequest copyOfHeader() {
        int end = operation() == WRITE ? DATA_AT : bytes.limit();
        return new FuseRequest(bytes.duplicate().order(bytes.order()).limit(end)).copy();
    }

    /** Returns a copy that stays valid. */
    public FuseRequest copy() {
        ByteBuffer copy = ByteBuffer.allocate(bytes.limit()).order(bytes.order());
        copy.put(bytes.duplicate().rewind()).rewind();
        return new FuseRequest(copy);
    }

    public int operation() {
        return bytes.getInt(4);
    }

    long unique() {
        return bytes.getLong(8);
    }

    public long node() {
        return bytes.getLong(16);
    }

    public long offset() {
        return bytes.getLong(HEADER_BYTES + 8);
    }

    public int size() {
        return bytes.getInt(HEADER_BYTES + 16);
    }

    /** Returns the number of bytes to deallocate. */
    public long length() {
        return bytes.getLong(HEADER_BYTES + 16);
    }

    /** Returns the mode of a deallocation. */
    public int mode() {
        return bytes.getInt(HEADER_BYTES + 24);
    }

    /** Returns a copy of the data to write. */
    public byte[] data() {
        byte[] data = new byte[size()];
        bytes.get(DATA_AT, data);
        return data;
    }

    /** Returns the 4 bytes at a position. */
    public int number(int at) {
        return bytes.getInt(at);
    }

    /** Returns the 8 bytes at a position. */
    public long longNumber(int at) {
        return bytes.getLong(at);
    }

    public String name() {
        return names(HEADER_BYTES).get(0);
    }

    /** Returns the names from a position to the end. */
    public List<String> names(int at) {
        byte[] names = new byte[bytes.limit() - at];
        bytes.get(at, names);
        return List.of(new String(names, StandardCharsets.UTF_8).split("\0", -1));
    }
}
