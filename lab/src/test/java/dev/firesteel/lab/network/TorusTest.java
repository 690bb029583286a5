// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TorusTest {
    @Test
    void isNearACube() {
        assertThat(Torus.of(1)).isEqualTo(new Torus(1, 1, 1));
        assertThat(Torus.of(4)).isEqualTo(new Torus(2, 2, 1));
        assertThat(Torus.of(8)).isEqualTo(new Torus(2, 2, 2));
        assertThat(Torus.of(18)).isEqualTo(new Torus(3, 3, 2));
        assertThat(Torus.of(27)).isEqualTo(new Torus(3, 3, 3));
    }

    @Test
    void countsHopsTheShorterWay() {
        Torus torus = new Torus(4, 4, 4);
        assertThat(torus.hops(0, 0)).isZero();
        assertThat(torus.hops(0, 3)).isEqualTo(1);
        assertThat(torus.hops(0, 2)).isEqualTo(2);
        assertThat(torus.hops(0, 2 + 4 * 2 + 16 * 2)).isEqualTo(6);
        assertThat(torus.hops(5, 22)).isEqualTo(torus.hops(22, 5));
    }
}
