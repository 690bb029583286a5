// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses OURS =
            new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void dependsOnTheJournalItsExportAndWhatCassandraBrings() {
        classes()
                .that()
                .resideInAPackage("dev.firesteel.agent..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.firesteel.agent..",
                        "dev.firesteel.journal",
                        "dev.firesteel.export",
                        "net.bytebuddy..",
                        "org.apache.cassandra..",
                        "com.codahale.metrics..",
                        "org.slf4j..",
                        "org.yaml.snakeyaml..",
                        "org.jspecify..",
                        "com.sun.jna",
                        "javax.management",
                        "io.prometheus.metrics..",
                        "com.sun.net.httpserver",
                        "java..")
                .check(OURS);
    }

    @Test
    void onlyTheEndpointListens() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.firesteel.agent.prometheus")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.prometheus..", "com.sun.net.httpserver..")
                .check(OURS);
    }

    @Test
    void onlyWhatHasToLivesInCassandrasPackage() {
        classes()
                .that()
                .resideInAPackage("org.apache.cassandra..")
                .should()
                .haveSimpleNameStartingWith("Journal")
                .orShould()
                .haveSimpleName("package-info")
                .check(OURS);
    }

    @Test
    void onlyWhatSetsHintsAndBeginsWritebackCallsTheKernel() {
        noClasses()
                .that()
                .resideInAPackage("dev.firesteel.agent..")
                .and()
                .haveNameNotMatching(
                        ".*\\.(lifetime\\.(WriteHint.*|Lifetimes)|writeback\\.Kernel.*)")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.sun.jna..")
                .check(OURS);
    }

    @Test
    void tablesKnowNothingOfWhoFillsThem() {
        classes()
                .that()
                .resideInAPackage("dev.firesteel.agent.table")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.firesteel.agent.table",
                        "dev.firesteel.journal",
                        "org.apache.cassandra..",
                        "com.codahale.metrics..",
                        "org.jspecify..",
                        "java..")
                .check(OURS);
    }

    @Test
    void byteBuddyIsUsedBeforeTheNodeRunsAndNotAfter() {
        noClasses()
                .that()
                .resideInAPackage("org.apache.cassandra..")
                .or()
                .haveSimpleName("NodeJournal")
                .or()
                .haveSimpleName("CommitLogBootstrap")
                .or()
                .resideInAnyPackage(
                        "dev.firesteel.agent.lifetime",
                        "dev.firesteel.agent.table",
                        "dev.firesteel.agent.writeback")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("net.bytebuddy..")
                .check(OURS);
    }
}
