// SPDX-License-Identifier: Apache-2.0
/** Exports the status of the journal and of files to Prometheus. */
@NullMarked
package dev.firesteel.agent.prometheus;

import org.jspecify.annotations.NullMarked;
