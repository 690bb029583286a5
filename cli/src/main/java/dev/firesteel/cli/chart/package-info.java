// SPDX-License-Identifier: Apache-2.0
/** Charts of the command line, as SVG. */
@NullMarked
package dev.firesteel.cli.chart;

import org.jspecify.annotations.NullMarked;
