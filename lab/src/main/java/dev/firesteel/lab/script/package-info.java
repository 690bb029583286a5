/** The same CQL on two nodes, and what each of them holds afterwards. */
@NullMarked
package dev.firesteel.lab.script;

import org.jspecify.annotations.NullMarked;
