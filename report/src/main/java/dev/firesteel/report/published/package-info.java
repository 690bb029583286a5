// SPDX-License-Identifier: Apache-2.0
/** What papers have printed, beside what was measured here. */
@NullMarked
package dev.firesteel.report.published;

import org.jspecify.annotations.NullMarked;
