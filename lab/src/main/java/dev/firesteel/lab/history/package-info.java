/**
 * Histories of concurrent operations on registers, and whether each is linearizable.
 *
 * <p>Depends on no database.
 */
@NullMarked
package dev.firesteel.lab.history;

import org.jspecify.annotations.NullMarked;
