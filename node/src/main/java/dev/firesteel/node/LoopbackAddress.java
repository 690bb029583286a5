// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the addresses 127.x.y.z, which reach only this machine.
 *
 * @param value its 32 bits
 */
record LoopbackAddress(int value) {
    private static final Pattern TEXT =
            Pattern.compile("127\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
    private static final int NETWORK = 127;

    LoopbackAddress {
        if (value >>> 24 != NETWORK)
            throw new IllegalArgumentException(
                    "The address is outside the loopback network" + " 127.0.0.0/8");
    }

    static LoopbackAddress parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) throw refused(text);
        int value = NETWORK;
        for (int part = 1; part <= 3; part++) value = value << 8 | octet(parts.group(part), text);
        return new LoopbackAddress(value);
    }

    LoopbackAddress plus(int count) {
        return new LoopbackAddress(value + count);
    }

    @Override
    public String toString() {
        return "%d.%d.%d.%d"
                .formatted(value >>> 24, value >>> 16 & 0xff, value >>> 8 & 0xff, value & 0xff);
    }

    private static int octet(String digits, String text) {
        int octet = Integer.parseInt(digits);
        if (octet > 0xff) throw refused(text);
        return octet;
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException(
                "A node listens on a loopback address such as 127.0.0.1, not on " + text);
    }
}
