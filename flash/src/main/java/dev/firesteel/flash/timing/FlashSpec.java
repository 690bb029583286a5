// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

/** The flash and its controller: all but the geometry of the translation layer. */
public record FlashSpec(
        DieLayout layout, FlashTimes times, Scheduling scheduling, WriteCache cache) {}
