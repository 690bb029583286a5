// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArrowsTest {
    @Test
    void pointFromOperationsToNoNodeNorToWhatStartsOne() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.firesteel.agent..",
                        "dev.firesteel.node..",
                        "dev.firesteel.lab..",
                        "dev.firesteel.cli..",
                        "org.apache.cassandra..")
                .check(
                        new ClassFileImporter()
                                .withImportOption(new ImportOption.DoNotIncludeTests())
                                .importPackages("dev.firesteel.operations"));
    }
}
