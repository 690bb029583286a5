// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.JsonLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CampaignKindTest {
    private static final String CRASH = OldResults.KILL + "\n";
    private static final String POWER_CUT = JsonLine.of(PowerCuts.honest(false, 0)) + "\n";

    @TempDir Path directory;

    @Test
    void isContentWithADirectoryThatIsNewOrEmpty() throws IOException {
        CampaignKind.CRASH.require(directory);
        CampaignKind.POWER_CUT.require(directory.resolve("new"));
        assertThat(directory.resolve("new")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"target\":\"cut sho"})
    void isContentWithItsOwnResultsAndLeavesThem(String cutShort) throws IOException {
        write(CRASH + CRASH + cutShort);
        CampaignKind.CRASH.require(directory);
        assertThat(results()).hasContent(CRASH + CRASH + cutShort);
        write(POWER_CUT + cutShort);
        CampaignKind.POWER_CUT.require(directory);
    }

    @Test
    void saysWhoseResultsAreThere() throws IOException {
        write(POWER_CUT);
        assertThatThrownBy(() -> CampaignKind.CRASH.require(directory))
                .isInstanceOf(CampaignException.class)
                .hasMessage(directory + " holds results of 'lab powercut': give another --data");
        write(CRASH);
        assertThatThrownBy(() -> CampaignKind.POWER_CUT.require(directory))
                .isInstanceOf(CampaignException.class)
                .hasMessage(directory + " holds results of 'lab crash': give another --data");
        assertThat(results()).hasContent(CRASH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "notes",
                "notes\n",
                "\n",
                "null\n",
                "{}\n",
                "{\"target\":null}\n",
                "{\"target\":\"firesteel\"}\n",
                "{\"target\":\"firesteel\",\"fault\":\"kill\",\"kill\":\"first\"}\n",
                "{\"opsPerSecond\":1}\n",
            })
    void refusesAnythingElse(String text) throws IOException {
        write(text);
        for (CampaignKind kind : CampaignKind.values())
            assertThatThrownBy(() -> kind.require(directory))
                    .isInstanceOf(CampaignException.class)
                    .hasMessageMatching(
                            "\\S+results.jsonl holds no results of 'lab \\w+': give another --data");
        assertThat(results()).hasContent(text);
    }

    @Test
    void refusesWhatIsNoTextOrNoFile() throws IOException {
        Files.write(results(), new byte[] {(byte) 0xff, (byte) 0xfe, '\n'});
        assertThatThrownBy(() -> CampaignKind.CRASH.require(directory))
                .hasMessageContaining("holds no results");
        Files.delete(results());
        Files.createDirectory(results());
        assertThatThrownBy(() -> CampaignKind.CRASH.require(directory))
                .hasMessageContaining("holds no results");
    }

    private Path results() {
        return CampaignKind.results(directory);
    }

    private void write(String text) throws IOException {
        Files.writeString(results(), text);
    }
}
