// SPDX-License-Identifier: Apache-2.0
/**
 * Installs Firesteel in an installed Cassandra, and removes it.
 *
 * <p>Start with {@link dev.firesteel.operations.install.Installation}.
 */
@NullMarked
package dev.firesteel.operations.install;

import org.jspecify.annotations.NullMarked;
