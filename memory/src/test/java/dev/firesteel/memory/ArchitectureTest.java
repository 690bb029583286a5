// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theModelsDependOnNothingButTheJdkAndMathematics() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.firesteel.memory..",
                        "java..",
                        "com.fasterxml.jackson..",
                        "org.hipparchus..",
                        "org.jspecify..")
                .check(
                        new ClassFileImporter()
                                .withImportOption(new ImportOption.DoNotIncludeTests())
                                .importPackages("dev.firesteel.memory"));
    }
}
