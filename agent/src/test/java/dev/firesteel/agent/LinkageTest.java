// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.node.CassandraRelease;
import java.io.IOException;
import java.util.List;
import java.util.jar.JarFile;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.MemberRemoval;
import net.bytebuddy.asm.ModifierAdjustment;
import net.bytebuddy.description.modifier.MethodManifestation;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.junit.jupiter.api.Test;

class LinkageTest {
    private static final ClassFileLocator LOWEST = ClassFileLocator.ForClassLoader.ofSystemLoader();
    private static final String SERVICE = "org.apache.cassandra.service.StorageService";

    @Test
    void fitsTheLowestSupportedCassandra() {
        assertThat(new Linkage(LOWEST).check()).isEmpty();
    }

    @Test
    void fitsTheNewestSupportedCassandra() throws IOException {
        CassandraRelease newest = CassandraRelease.newest();
        String jar = newest.lib().resolve("cassandra-all-" + newest.version() + ".jar").toString();
        try (ClassFileLocator cassandra = new ClassFileLocator.ForJarFile(new JarFile(jar))) {
            assertThat(new Linkage(new ClassFileLocator.Compound(cassandra, LOWEST)).check())
                    .isEmpty();
        }
    }

    @Test
    void missesAClassThatIsNotThere() {
        Linkage linkage = new Linkage(without(SERVICE));
        assertThat(linkage.check()).containsOnly(SERVICE + " is not there");
    }

    @Test
    void missesTheMethodThatIsToBeExchanged() {
        assertThat(
                        checkWith(
                                Interception.COMMIT_LOG,
                                new MemberRemoval()
                                        .stripMethods(ElementMatchers.named("construct"))))
                .contains("CommitLog has no static construct()");
    }

    @Test
    void missesAMethodThatItCalls() {
        assertThat(
                        checkWith(
                                SERVICE,
                                new MemberRemoval()
                                        .stripMethods(ElementMatchers.named("getLocalHostUUID"))))
                .containsOnly(SERVICE + ".getLocalHostUUID()Ljava/util/UUID; is not there");
    }

    @Test
    void noticesAMethodThatItCanNoLongerOverride() {
        assertThat(
                        checkWith(
                                Interception.COMMIT_LOG,
                                new ModifierAdjustment()
                                        .withMethodModifiers(
                                                ElementMatchers.named("getCurrentPosition"),
                                                MethodManifestation.FINAL)))
                .singleElement()
                .asString()
                .contains("getCurrentPosition")
                .endsWith("cannot be overridden");
    }

    /** The lowest supported Cassandra with one class changed. */
    private static List<String> checkWith(String name, net.bytebuddy.asm.AsmVisitorWrapper change) {
        try (DynamicType.Unloaded<?> changed =
                new ByteBuddy()
                        .decorate(TypePool.Default.of(LOWEST).describe(name).resolve(), LOWEST)
                        .visit(change)
                        .make()) {
            return new Linkage(
                            new ClassFileLocator.Compound(
                                    ClassFileLocator.Simple.of(name, changed.getBytes()), LOWEST))
                    .check();
        }
    }

    private static ClassFileLocator without(String absent) {
        return new ClassFileLocator() {
            @Override
            public Resolution locate(String name) throws IOException {
                return name.equals(absent) ? new Resolution.Illegal(name) : LOWEST.locate(name);
            }

            @Override
            public void close() {}
        };
    }
}
