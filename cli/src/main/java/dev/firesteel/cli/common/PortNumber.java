// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the number of a port. */
final class PortNumber implements ITypeConverter<Integer> {
    private static final int MOST = 65_535;

    @Override
    public Integer convert(String text) {
        if (text.matches("[0-9]{1,5}")) {
            int port = Integer.parseInt(text);
            if (port >= 1 && port <= MOST) return port;
        }
        throw new TypeConversionException("'%s' is not a port, 1 to %d".formatted(text, MOST));
    }
}
