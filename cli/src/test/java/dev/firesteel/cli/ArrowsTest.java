// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** Tests that no module depends on one below it in CONTRIBUTING; this module sees all others. */
class ArrowsTest {
    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    // Classes that the agent shades are not ours.
                    .withImportOption(location -> !location.contains("/shaded/"))
                    .importPackages("dev.firesteel");

    @Test
    void pointFromTheCommandLineDownAndNeverBackUp() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.firesteel.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.firesteel.cli..")
                .check(ALL);
    }

    @Test
    void leadRoundInNoCircleOfPackages() {
        slices().matching("dev.firesteel.(**)").should().beFreeOfCycles().check(ALL);
    }

    @Test
    void leadFromTheJournalToTheJdkAndJnaAlone() {
        classes()
                .that()
                .resideInAPackage("dev.firesteel.journal..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.firesteel.journal..",
                        "java..",
                        "javax.crypto..",
                        "com.sun.jna..",
                        "com.sun.nio.file",
                        "org.jspecify.annotations",
                        "com.google.errorprone.annotations..")
                .check(ALL);
    }

    @Test
    void doNotJoinNodeAndJournal() {
        noClasses()
                .that()
                .resideInAPackage("dev.firesteel.node..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.firesteel.journal..", "dev.firesteel.agent..")
                .check(ALL);
    }

    @Test
    void leadFromTheDriveSimulatorToNoOtherModule() {
        classes()
                .that()
                .resideInAPackage("dev.firesteel.flash..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.firesteel.flash..",
                        "java..",
                        "org.hipparchus..",
                        "org.HdrHistogram..",
                        "org.jspecify.annotations")
                .check(ALL);
    }

    /** The benchmarks run as a separate program: their libraries and licences stay there. */
    @Test
    void leadToTheBenchmarksFromNowhere() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.firesteel.benchmarks..", "org.openjdk.jmh..")
                .check(ALL);
    }

    @Test
    void leadToNoVerbButFromTheVerbAboveIt() {
        noClasses()
                .that()
                .areNotAnnotatedWith(Command.class)
                .should()
                .dependOnClassesThat()
                .areAnnotatedWith(Command.class)
                .check(ALL);
    }

    /** The home of a Cassandra is an option of two families. */
    @Test
    void leadFromNoFamilyOfVerbsToAnother() {
        slices().matching("dev.firesteel.cli.(*)")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(
                        alwaysTrue(),
                        resideInAnyPackage(
                                        "dev.firesteel.cli.common",
                                        "dev.firesteel.cli.chart",
                                        "dev.firesteel.cli.drive")
                                .or(simpleName("HomeOptions")))
                .check(ALL);
    }

    @Test
    void leadFromVerbsToNoProcessesThreadsOrClocks() {
        noClasses()
                .that()
                .areAnnotatedWith(Command.class)
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.Thread")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.Process")
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("java.time..")
                .check(ALL);
    }
}
