// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageTest {
    @Test
    void severalMayBeInOneDirectory() {
        assertThat(Storage.parse("fast=/data,slow=/data/:iops=720"))
                .containsExactly(
                        new Storage("fast", Path.of("/data"), 0),
                        new Storage("slow", Path.of("/data"), 720));
    }

    @Test
    void oneThatIsSlowedDownIsSaidToBe() {
        assertThat(Storage.parse("slow=/data:iops=720"))
                .hasToString("[slow (limited to 720 IOPS)]");
        assertThat(Storage.parse("fast=/data")).hasToString("[fast]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fast",
                "fast=",
                "=/data",
                "fast=/data:iops=0",
                "fast=/data:bps=1",
                "a=b,"
            })
    void whatIsNoneIsNamed(String text) {
        assertThatThrownBy(() -> Storage.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("' is not a storage: NAME=DIRECTORY or");
    }

    @Test
    void twoOfOneNameAreRefused() {
        assertThatThrownBy(() -> Storage.parse("a=/x,a=/y"))
                .hasMessage("two storages are called 'a'");
    }
}
