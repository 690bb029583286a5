/**
 * Injects faults into nodes under load: one {@link dev.firesteel.lab.fault.Fault} a file.
 *
 * <p>A fault does not depend on the campaign, nor on the data written. It harms a node, and records
 * the effect.
 */
@NullMarked
package dev.firesteel.lab.fault;

import org.jspecify.annotations.NullMarked;
