/**
 * A durable block log on a preallocated file or a raw block device.
 *
 * <p>Start with {@link dev.firesteel.journal.Journal}. The package knows nothing of Cassandra; the
 * bytes on the device are described in {@code docs/format.md}.
 */
@NullMarked
package dev.firesteel.journal;

import org.jspecify.annotations.NullMarked;
