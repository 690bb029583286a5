// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JournalLayoutTest {
    private static final long MIB = 1L << 20;

    @Test
    void theSizeThatIsTooSmallIsNamed() {
        assertThat(JournalLayout.doubtOnSegments(100 * MIB, 8 * MIB).orElseThrow())
                .startsWith("It is too small ")
                .endsWith(" needs a --size of 257MiB or more.");
        assertThat(JournalLayout.doubtOnSegments(301 * MIB, MIB).orElseThrow())
                .startsWith("Its segments are too small ")
                .endsWith(" needs a --segment-size of 17MiB or more.");
        assertThat(JournalLayout.doubtOnSegments(301 * MIB, 17 * MIB)).isEmpty();
        assertThat(JournalLayout.doubtOnSegments(257 * MIB, 32 * MIB)).isEmpty();
    }
}
