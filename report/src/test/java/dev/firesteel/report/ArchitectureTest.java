// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void aReportIsMadeOfFilesAndKnowsNothingOfWhatHasMeasuredIt() {
        JavaClasses report =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("dev.firesteel.report");
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.firesteel.report..",
                        "java..",
                        "com.fasterxml.jackson..",
                        "org.HdrHistogram..",
                        "org.jspecify.annotations")
                .check(report);
    }
}
