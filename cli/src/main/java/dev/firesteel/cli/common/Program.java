// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The program with all its verbs, for a verb that runs others. */
public interface Program {
    /** Returns a new command line of the program. */
    CommandLine newCommandLine();

    /** Returns the program of a verb. */
    static Program of(CommandSpec verb) {
        return (Program) verb.root().userObject();
    }
}
