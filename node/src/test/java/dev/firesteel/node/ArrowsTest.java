// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArrowsTest {
    @Test
    void pointFromTheNodeToTheJdkAlone() {
        JavaClasses node =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("dev.firesteel.node");
        classes()
                .that()
                .resideInAPackage("dev.firesteel.node")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.firesteel.node",
                        "java..",
                        "javax.crypto.spec",
                        "javax.management..",
                        "com.sun.tools.attach",
                        "org.jspecify.annotations")
                .check(node);
    }
}
