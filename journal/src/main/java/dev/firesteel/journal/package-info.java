/**
 * A durable block log on a preallocated file or a raw block device.
 *
 * <p>Start with {@link dev.firesteel.journal.Journal}. The package does not depend on Cassandra.
 * {@code docs/internals/format.md} describes the bytes on the device.
 */
@NullMarked
package dev.firesteel.journal;

import org.jspecify.annotations.NullMarked;
