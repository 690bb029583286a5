/**
 * What is done to nodes under load: one {@link dev.firesteel.lab.fault.Fault} a file.
 *
 * <p>A fault knows nothing of the campaign that deals it, nor of what was written: it harms a node,
 * and says what came of it.
 */
@NullMarked
package dev.firesteel.lab.fault;

import org.jspecify.annotations.NullMarked;
