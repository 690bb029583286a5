// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.node.CassandraRelease;
import dev.firesteel.node.FiresteelHome;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.NodeJava;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * A verb that starts nodes on this machine. Before it runs, and thus before it makes anything, Java
 * and Cassandra's jars are checked. The launcher knows the same verbs.
 */
public interface StartsNodes extends MakesFiles {
    /** Returns whether the parsed options ask for it. */
    default boolean startsNodes() {
        return true;
    }

    /**
     * Runs verbs: those that start nodes only if these can start, those that make files only where
     * root is safe.
     */
    final class Checked implements IExecutionStrategy {
        private final NodeJava java;

        /** Creates a strategy that checks this Java. */
        public Checked(NodeJava java) {
            this.java = java;
        }

        @Override
        public int execute(ParseResult parsed) {
            CommandLine verb = last(parsed);
            if (isRun(verb) && verb.getCommand() instanceof MakesFiles one) check(verb, one);
            return new RunLast().execute(parsed);
        }

        private void check(CommandLine verb, MakesFiles one) {
            if (one instanceof StartsNodes nodes && !nodes.startsNodes()) return;
            try {
                if (one instanceof StartsNodes) requireStartable();
                one.requireOwnDirectories();
            } catch (IOException e) {
                throw new ExecutionException(verb, String.valueOf(e.getMessage()), e);
            }
        }

        private void requireStartable() throws NodeException {
            java.requireFit();
            if (FiresteelHome.find().isRelease()) CassandraRelease.newest().requireJars();
        }

        private static CommandLine last(ParseResult parsed) {
            ParseResult at = parsed;
            while (at.hasSubcommand()) at = at.subcommand();
            return at.commandSpec().commandLine();
        }

        private static boolean isRun(CommandLine verb) {
            return !verb.isUsageHelpRequested() && !verb.isVersionHelpRequested();
        }
    }
}
