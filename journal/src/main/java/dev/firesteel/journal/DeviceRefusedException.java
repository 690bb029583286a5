// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import org.jspecify.annotations.Nullable;

/** Signals that the journal does not use a device. Nothing was written to it. */
public final class DeviceRefusedException extends JournalException {
    private static final long serialVersionUID = 1L;

    /** The reason for refusing a device. */
    public enum Reason {
        /** No such file or device, or it cannot be opened. */
        UNREACHABLE,
        /** Only zeros: it must be formatted first. */
        BLANK,
        /** It holds something other than a journal, or the journal of another owner. */
        FOREIGN,
        /** A journal of a format version that cannot be read. */
        VERSION,
        /** Another process has it open. */
        BUSY,
        /** Smaller than the journal on it requires, or of a size that cannot be formatted. */
        SIZE,
        /** A journal whose superblock or slot metadata cannot be trusted. */
        DAMAGED,
        /** It holds entries that are encrypted with another key. */
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

    /** Returns the reason for refusing the device. */
    public Reason reason() {
        return reason;
    }
}
