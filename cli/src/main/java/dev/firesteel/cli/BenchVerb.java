// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import picocli.CommandLine.Command;

/** {@code firesteel bench}: measurements on this machine. */
@Command(
        name = "bench",
        description = "Measures on this machine, everything in one run.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        subcommands = {CommitLogVerb.class, ReplayVerb.class, EngineVerb.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel bench commitlog  what acknowledged writes cost, mode by mode",
            "  firesteel bench replay     how long the start after a crash takes, mode by mode",
            "  firesteel bench journal    the engine alone, other logs, and the drive's own limit"
        })
final class BenchVerb {}
