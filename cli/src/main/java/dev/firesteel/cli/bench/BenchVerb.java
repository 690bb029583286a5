// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.bench;

import dev.firesteel.cli.common.Build;
import picocli.CommandLine.Command;

/** {@code firesteel bench}: measurements on this machine. */
@Command(
        name = "bench",
        description = "Measures the commit log on this machine.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        subcommands = {CommitLogVerb.class, ReplayVerb.class, EngineVerb.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel bench commitlog  cost of acknowledged writes, mode by mode",
            "  firesteel bench replay     duration of the start after a crash, mode by mode",
            "  firesteel bench journal    the engine alone, other logs, and the drive itself"
        })
public final class BenchVerb {}
