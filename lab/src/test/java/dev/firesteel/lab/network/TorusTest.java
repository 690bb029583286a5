// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TorusTest {
    @Test
    void hasTheFewestHops() {
        assertThat(Torus.of(1)).isEqualTo(new Torus(1, 1, 1));
        assertThat(Torus.of(4)).isEqualTo(new Torus(2, 2, 1));
        assertThat(Torus.of(8)).isEqualTo(new Torus(3, 3, 1));
        assertThat(Torus.of(17)).isEqualTo(new Torus(3, 3, 2));
        assertThat(Torus.of(27)).isEqualTo(new Torus(3, 3, 3));
    }

    /** 13 places of a ring are 3.5 hops apart on average. */
    @Test
    void isNoRingWhereSparePlacesHelp() {
        assertThat(Torus.of(5)).isEqualTo(new Torus(3, 2, 1));
        assertThat(Torus.of(13).z()).isGreaterThan(1);
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
