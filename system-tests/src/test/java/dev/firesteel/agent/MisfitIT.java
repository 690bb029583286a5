// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.CassandraRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.ModifierAdjustment;
import net.bytebuddy.description.modifier.MethodManifestation;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Cassandra that is not one we know: one of its methods can no longer be overridden. */
class MisfitIT {
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir Path directory;
    private FiresteelNode firesteel;

    @BeforeEach
    void changeCassandra() throws IOException {
        // The node's folder conf is the first on its class path.
        String lowest = CassandraRelease.lowest().version();
        firesteel = new FiresteelNode(directory, lowest, "127.0.2.5").formatted();
        ClassFileLocator classes = ClassFileLocator.ForClassLoader.ofSystemLoader();
        try (DynamicType.Unloaded<?> changed =
                new ByteBuddy()
                        .decorate(
                                TypePool.Default.of(classes)
                                        .describe(Interception.COMMIT_LOG)
                                        .resolve(),
                                classes)
                        .visit(
                                new ModifierAdjustment()
                                        .withMethodModifiers(
                                                ElementMatchers.named("getCurrentPosition"),
                                                MethodManifestation.FINAL))
                        .make()) {
            changed.saveIn(directory.resolve("conf").toFile());
        }
    }

    @Test
    void saysSoAndStaysOut() throws Exception {
        try (CassandraNode node = firesteel.settings().start()) {
            await().atMost(SOON).until(() -> firesteel.console().contains("staying out"));
            await().atMost(SOON).until(firesteel::hasStockCommitLog);
            assertThat(firesteel.console())
                    .contains("Firesteel: this Cassandra is not one that it knows")
                    .contains("getCurrentPosition() cannot be overridden");
        }
    }

    @Test
    void doesNotStartOverUnreplayedWrites() throws Exception {
        Files.createDirectories(firesteel.commitLog());
        new PoisonFile(firesteel.commitLog()).place();
        try (CassandraNode node = firesteel.settings().start()) {
            node.onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(node.exitCode()).isEqualTo(Refusal.EXIT_CODE);
            assertThat(firesteel.console())
                    .contains("the journal holds writes that have not been replayed");
        }
    }
}
