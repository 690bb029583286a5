// SPDX-License-Identifier: Apache-2.0
/** The virtual keyspace {@code firesteel}: the status of the journal in CQL. */
@NullMarked
package dev.firesteel.agent.table;

import org.jspecify.annotations.NullMarked;
