// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

/** The answer to a question. */
enum YesNo {
    YES,
    NO;

    /** For options. */
    static final class Converter extends SmallLetters<YesNo> {
        Converter() {
            super(YesNo.class);
        }
    }
}
