// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import org.jspecify.annotations.Nullable;

/** A device that the journal will not use. Not a byte of it has been written. */
public final class DeviceRefusedException extends JournalException {
    private static final long serialVersionUID = 1L;

    /** Why a device is refused. */
    public enum Reason {
        /** No such file or device, or it cannot be opened. */
        UNREACHABLE,
        /** Only zeros: it has to be formatted first. */
        BLANK,
        /** It holds something else than a journal, or the journal of another owner. */
        FOREIGN,
        /** A journal of a format that this version does not read. */
        VERSION,
        /** Another process has it open. */
        BUSY,
        /** Smaller than the journal on it says, or too small to format. */
        SIZE,
        /** A journal whose superblock or bookkeeping cannot be trusted. */
        DAMAGED,
        /** It holds entries that are encrypted with another key than was given. */
        KEY
    }

    private final Reason reason;

    DeviceRefusedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    DeviceRefusedException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Why the device is refused. */
    public Reason reason() {
        return reason;
    }
}
