// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOptionTest {
    private static final Path JAR = Path.of("/opt/cassandra/lib/firesteel/firesteel-agent.jar");
    private static final String LINE = "-javaagent:" + JAR;

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-ea", "-ea\n", "# x\n-ea\n\n", "-ea\r\n-Xss1m", "-ea\n-Xss1m", "\n"})
    void takenOutAgainTheTextIsAsItWas(String text) {
        String added = AgentOption.added(text, JAR);
        assertThat(added.lines()).contains(LINE).hasSize((int) text.lines().count() + 1);
        assertThat(AgentOption.in(added, false)).singleElement().matches(each -> each.isOf(JAR));
        assertThat(AgentOption.removed(added, JAR)).isEqualTo(text);
    }

    @Test
    void isTheLastLineThatHasAnEnd() {
        assertThat(AgentOption.added("-ea\n-Xss1m\n", JAR))
                .isEqualTo("-ea\n-Xss1m\n" + LINE + "\n");
        assertThat(AgentOption.added("-ea\n-Xss1m", JAR)).isEqualTo("-ea\n" + LINE + "\n-Xss1m");
    }

    @Test
    void isFoundWhereItCounts() {
        String options = "#%s\n %s\n-ea\n%s -ea\n%s=/x.yaml\n".formatted(LINE, LINE, LINE, LINE);
        assertThat(AgentOption.in(options, false))
                .extracting(AgentOption.Mention::line)
                .containsExactly(4, 5);
        assertThat(AgentOption.in(options, false)).noneMatch(each -> each.isOf(JAR));
        assertThat(AgentOption.in(options, false).get(1).argument()).isEqualTo("/x.yaml");
        String script = "# %s\n  JVM_OPTS=\"$JVM_OPTS %s\"\n".formatted(LINE, LINE);
        assertThat(AgentOption.in(script, true))
                .singleElement()
                .satisfies(each -> assertThat(each.jar()).isEqualTo(JAR.toString()));
        assertThat(AgentOption.in("-javaagent:/opt/jamm-0.4.0.jar\n", false)).isEmpty();
    }
}
