// SPDX-License-Identifier: Apache-2.0
/**
 * What more nodes buy, measured on real clusters and simulated beyond them: open {@link
 * dev.firesteel.lab.scale.ScaleOut} first.
 */
@NullMarked
package dev.firesteel.lab.scale;

import org.jspecify.annotations.NullMarked;
