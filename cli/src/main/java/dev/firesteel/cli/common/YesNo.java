// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

/** The values of an option with yes or no. */
public enum YesNo {
    YES,
    NO;

    /** Converts option values. */
    public static final class Converter extends LowerCaseEnum<YesNo> {
        Converter() {
            super(YesNo.class);
        }
    }
}
