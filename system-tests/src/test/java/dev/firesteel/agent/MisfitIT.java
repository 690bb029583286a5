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
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests an unknown Cassandra, in which a method is final or new. */
class MisfitIT {
    private static final ClassFileLocator CLASSES =
            ClassFileLocator.ForClassLoader.ofSystemLoader();
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir Path directory;
    private FiresteelNode firesteel;

    @BeforeEach
    void format() throws IOException {
        String lowest = CassandraRelease.lowest().version();
        firesteel = new FiresteelNode(directory, lowest, "127.0.2.5").formatted();
    }

    private static TypeDescription commitLog() {
        return TypePool.Default.of(CLASSES).describe(CommitLogInstrumentation.COMMIT_LOG).resolve();
    }

    /** Saves a changed class; the node's folder conf is the first on its class path. */
    private void change(DynamicType.Builder<?> change) throws IOException {
        try (DynamicType.Unloaded<?> changed = change.make()) {
            changed.saveIn(directory.resolve("conf").toFile());
        }
    }

    private void takeAMethodAway() throws IOException {
        change(
                new ByteBuddy()
                        .decorate(commitLog(), CLASSES)
                        .visit(
                                new ModifierAdjustment()
                                        .withMethodModifiers(
                                                ElementMatchers.named("getCurrentPosition"),
                                                MethodManifestation.FINAL)));
    }

    @Test
    @Tag("full")
    void saysWhichMethodsItDoesNotKnowAndRuns() throws Exception {
        change(
                new ByteBuddy()
                        .redefine(commitLog(), CLASSES)
                        .defineMethod("durablePosition", long.class, Visibility.PUBLIC)
                        .intercept(StubMethod.INSTANCE));
        try (CassandraNode node = firesteel.start()) {
            assertThat(firesteel.console())
                    .contains("methods unknown to Firesteel: CommitLog.durablePosition().");
            assertThat(firesteel.poison()).exists(); // the commit log is the journal
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
    }

    @Test
    void saysSoAndStaysOut() throws Exception {
        takeAMethodAway();
        try (CassandraNode node = firesteel.settings().start()) {
            await().atMost(SOON)
                    .until(() -> firesteel.console().contains("own commit log, without Firesteel"));
            await().atMost(SOON).until(firesteel::hasStockCommitLog);
            assertThat(firesteel.console())
                    .contains("Firesteel: this Cassandra is not supported")
                    .contains("getCurrentPosition() cannot be overridden");
        }
    }

    @Test
    void doesNotStartOverUnreplayedWrites() throws Exception {
        takeAMethodAway();
        Files.createDirectories(firesteel.commitLog());
        new StartGuardFile(firesteel.commitLog()).place();
        try (CassandraNode node = firesteel.settings().start()) {
            node.onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(node.exitCode()).isEqualTo(Refusal.EXIT_CODE);
            assertThat(firesteel.console())
                    .contains("the journal holds writes that have not been replayed");
        }
    }
}
