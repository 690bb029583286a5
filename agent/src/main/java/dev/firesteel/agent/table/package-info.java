// SPDX-License-Identifier: Apache-2.0
/** The virtual keyspace {@code firesteel}: how the journal stands, for whoever asks in CQL. */
@NullMarked
package dev.firesteel.agent.table;

import org.jspecify.annotations.NullMarked;
