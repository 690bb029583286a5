// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theSimulatorDependsOnNothingButTheJdkMathematicsAndHistograms() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.firesteel.flash..",
                        "java..",
                        "org.hipparchus..",
                        "org.HdrHistogram..",
                        "org.jspecify..")
                .check(
                        new ClassFileImporter()
                                .withImportOption(new ImportOption.DoNotIncludeTests())
                                .importPackages("dev.firesteel.flash"));
    }
}
