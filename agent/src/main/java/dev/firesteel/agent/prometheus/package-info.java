// SPDX-License-Identifier: Apache-2.0
/** What tells Prometheus how the journal stands. */
@NullMarked
package dev.firesteel.agent.prometheus;

import org.jspecify.annotations.NullMarked;
