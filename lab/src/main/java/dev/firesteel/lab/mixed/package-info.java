/** Changes of every kind to partitions, and what may be read of a partition after a crash. */
@NullMarked
package dev.firesteel.lab.mixed;

import org.jspecify.annotations.NullMarked;
