/** Compares the durability modes of Cassandra: the cost of a commit log. */
@NullMarked
package dev.firesteel.lab.bench;

import org.jspecify.annotations.NullMarked;
