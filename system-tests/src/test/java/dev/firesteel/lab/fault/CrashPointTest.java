// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that all crash points exist: one in a renamed method would silently never be reached. */
class CrashPointTest {
    static Stream<CrashPoint> points() {
        return Stream.concat(CrashPoint.UNDER_LOAD.stream(), CrashPoint.IN_START_UP.stream());
    }

    @ParameterizedTest
    @MethodSource("points")
    void isThere(CrashPoint point) throws ClassNotFoundException {
        ClassLoader loader = CrashPoint.class.getClassLoader();
        assertThat(
                        Arrays.stream(
                                Class.forName(point.className(), false, loader)
                                        .getDeclaredMethods()))
                .extracting(Method::getName)
                .contains(point.method());
    }
}
