// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpVerbTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " run", " lab", " lab crash", " bench journal", " journal info"})
    void saysWhatTheVerbSaysOfItself(String verb) {
        Spoken help = Spoken.by(("help" + verb).split(" "));
        Spoken option = Spoken.by((verb + " --help").trim().split(" "));
        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains("Usage: firesteel" + verb).isEqualTo(option.out());
        assertThat(help.err()).isEmpty();
    }

    @Test
    void namesTheVerbWhoseFirstWordWasLeftOut() {
        Spoken spoken = Spoken.by("help", "crash");
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err())
                .startsWith("firesteel: There is no verb 'crash': try 'firesteel help lab crash'");
    }

    @Test
    void namesTheVerbThatIsMostSimilarAndWhatListsThem() {
        assertThat(Spoken.by("help", "runn").err().lines())
                .containsExactly(
                        "firesteel: There is no verb 'runn': try 'firesteel help run'",
                        "'firesteel --help' lists the verbs.");
        assertThat(Spoken.by("help", "nosuch").err().lines())
                .containsExactly(
                        "firesteel: There is no verb 'nosuch'",
                        "'firesteel --help' lists the verbs.");
    }

    @Test
    void helpsWithItself() {
        Spoken spoken = Spoken.by("help", "--help");
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out()).contains("Usage: firesteel help");
    }
}
