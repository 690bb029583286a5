// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses JOURNAL =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.firesteel.journal");

    @Test
    void theJournalDependsOnNothingButTheJdkAndJna() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.firesteel.journal",
                        "java..",
                        "javax.crypto..",
                        "com.sun.jna..",
                        "org.jspecify..",
                        "com.google.errorprone.annotations..")
                .check(JOURNAL);
    }

    @Test
    void onlyTheKernelMakesSystemCalls() {
        noClasses()
                .that()
                .doNotHaveSimpleName("Kernel")
                .and()
                .haveNameNotMatching(".*\\.Kernel\\$.*")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("com\\.sun\\.jna\\.(Native|Pointer|Memory|NativeLong)")
                .check(JOURNAL);
    }

    /** Any other way to wait cannot be simulated. */
    @Test
    void onlyTheMachineSchedulerWaits() {
        noClasses()
                .that()
                .doNotHaveSimpleName("MachineScheduler")
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "java\\.util\\.concurrent\\.(locks\\.(LockSupport|ReentrantLock)|CompletableFuture|CountDownLatch|Semaphore|Executor.*)")
                .check(JOURNAL);
    }
}
