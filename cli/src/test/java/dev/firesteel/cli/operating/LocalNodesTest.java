// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LocalNodesTest {
    @Test
    void namesTheSignalThatEndedANode() {
        assertThat(LocalNodes.reason(3)).isEqualTo("ended by itself with exit code 3");
        assertThat(LocalNodes.reason(137))
                .isEqualTo("was ended by signal 9 (kill -9, or out of memory)");
        assertThat(LocalNodes.reason(143)).isEqualTo("was ended by signal 15");
    }
}
