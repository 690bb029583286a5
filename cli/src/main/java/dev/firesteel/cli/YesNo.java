// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

/** The values of an option with yes or no. */
enum YesNo {
    YES,
    NO;

    /** Converts option values. */
    static final class Converter extends LowerCaseEnum<YesNo> {
        Converter() {
            super(YesNo.class);
        }
    }
}
