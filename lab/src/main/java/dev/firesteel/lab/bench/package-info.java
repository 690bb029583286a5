/** Durability modes of Cassandra side by side: what a commit log costs. */
@NullMarked
package dev.firesteel.lab.bench;

import org.jspecify.annotations.NullMarked;
