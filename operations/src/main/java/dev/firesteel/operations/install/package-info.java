// SPDX-License-Identifier: Apache-2.0
/**
 * Firesteel into an installed Cassandra, and out of it again.
 *
 * <p>Start with {@link dev.firesteel.operations.install.Installation}.
 */
@NullMarked
package dev.firesteel.operations.install;

import org.jspecify.annotations.NullMarked;
