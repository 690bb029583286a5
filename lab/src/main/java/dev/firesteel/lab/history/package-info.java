/**
 * Histories of concurrent operations on registers, and a check that each is linearizable.
 *
 * <p>Depends on no database.
 */
@NullMarked
package dev.firesteel.lab.history;

import org.jspecify.annotations.NullMarked;
