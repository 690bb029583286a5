@NullMarked
package dev.firesteel.journal;

import org.jspecify.annotations.NullMarked;
