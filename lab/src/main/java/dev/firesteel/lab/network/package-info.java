// SPDX-License-Identifier: Apache-2.0
/**
 * A network between nodes of one machine, with delays, losses and a bandwidth. Start with {@link
 * dev.firesteel.lab.network.Network}.
 */
@NullMarked
package dev.firesteel.lab.network;

import org.jspecify.annotations.NullMarked;
