/** Runs the same CQL on two nodes, to compare their contents afterwards. */
@NullMarked
package dev.firesteel.lab.script;

import org.jspecify.annotations.NullMarked;
