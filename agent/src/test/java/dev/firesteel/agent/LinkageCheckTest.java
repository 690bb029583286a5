// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.node.CassandraRelease;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.jar.JarFile;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.asm.MemberRemoval;
import net.bytebuddy.asm.ModifierAdjustment;
import net.bytebuddy.description.modifier.MethodManifestation;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkageCheckTest {
    private static final ClassFileLocator LOWEST = ClassFileLocator.ForClassLoader.ofSystemLoader();
    private static final String SERVICE = "org.apache.cassandra.service.StorageService";

    @Test
    void fitsTheLowestSupportedCassandra() {
        assertThat(new LinkageCheck(LOWEST).check()).isEmpty();
        assertThat(new InheritedMethods(LOWEST).unknown()).isEmpty();
        assertThat(new ReplyInstrumentation(LOWEST).missing()).isEmpty();
        assertThat(new LifetimeInstrumentation(LOWEST).missingFiles()).isEmpty();
        assertThat(new LifetimeInstrumentation(LOWEST).missingLevels()).isEmpty();
        assertThat(new WritebackInstrumentation(LOWEST).missing()).isEmpty();
        assertThat(new FileSyncInstrumentation(LOWEST).missingSyncs()).isEmpty();
        assertThat(new FileSyncInstrumentation(LOWEST).missingWrites()).isEmpty();
    }

    @Test
    void fitsTheNewestSupportedCassandra() throws IOException {
        CassandraRelease newest = CassandraRelease.newest();
        String jar = newest.lib().resolve("cassandra-all-" + newest.version() + ".jar").toString();
        try (ClassFileLocator cassandra = new ClassFileLocator.ForJarFile(new JarFile(jar))) {
            ClassFileLocator all = new ClassFileLocator.Compound(cassandra, LOWEST);
            assertThat(new LinkageCheck(all).check()).isEmpty();
            assertThat(new InheritedMethods(all).unknown()).isEmpty();
            assertThat(new ReplyInstrumentation(all).missing()).isEmpty();
            assertThat(new LifetimeInstrumentation(all).missingFiles()).isEmpty();
            assertThat(new LifetimeInstrumentation(all).missingLevels()).isEmpty();
            assertThat(new WritebackInstrumentation(all).missing()).isEmpty();
            assertThat(new FileSyncInstrumentation(all).missingSyncs()).isEmpty();
            assertThat(new FileSyncInstrumentation(all).missingWrites()).isEmpty();
        }
    }

    @Test
    void missesAClassThatIsNotThere() {
        LinkageCheck linkage = new LinkageCheck(without(SERVICE));
        assertThat(linkage.check()).containsOnly(SERVICE + " is not there");
    }

    @Test
    void missesTheMethodThatIsToBeExchanged() {
        assertThat(
                        checkWith(
                                CommitLogInstrumentation.COMMIT_LOG,
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
                                CommitLogInstrumentation.COMMIT_LOG,
                                new ModifierAdjustment()
                                        .withMethodModifiers(
                                                ElementMatchers.named("getCurrentPosition"),
                                                MethodManifestation.FINAL)))
                .singleElement()
                .asString()
                .contains("getCurrentPosition")
                .endsWith("cannot be overridden");
    }

    @ParameterizedTest
    @CsvSource({
        "CommitLog,add",
        "CommitLog,durablePosition",
        "AbstractCommitLogSegmentManager,oldestSegment",
        "CommitLogSegmentManagerCDC,oldestSegment"
    })
    void noticesAMethodThatItDoesNotKnow(String type, String method) {
        ClassFileLocator classes = withMethod("org.apache.cassandra.db.commitlog." + type, method);
        assertThat(new InheritedMethods(classes).unknown())
                .containsExactly(type + "." + method + "()");
        assertThat(new LinkageCheck(classes).check()).isEmpty();
    }

    @Test
    void repliesWaitOnlyWhereTheyAreSentAsWeKnowIt() {
        String dispatcher = "org.apache.cassandra.transport.Dispatcher";
        MemberRemoval change = new MemberRemoval().stripMethods(ElementMatchers.named("flush"));
        assertThat(new ReplyInstrumentation(with(dispatcher, change)).missing())
                .singleElement()
                .asString()
                .startsWith(dispatcher + " has no method");
    }

    @Test
    void repliesWaitOnlyWhereTheMethodsInWhosePlaceWeStandDoWhatWeKnow() {
        String proxy = "org.apache.cassandra.service.StorageProxy";
        AsmVisitorWrapper change =
                Advice.to(AddedCallAdvice.class)
                        .on(ElementMatchers.named("mutate").and(ElementMatchers.isStatic()));
        assertThat(new ReplyInstrumentation(with(proxy, change)).missing())
                .containsExactly(proxy + ".mutate calls LinkageCheckTest.added");
    }

    /** Adds a call. */
    public static final class AddedCallAdvice {
        private AddedCallAdvice() {}

        @Advice.OnMethodEnter
        static void enter() {
            added();
        }
    }

    public static void added() {}

    @Test
    void filesGetLifetimesOnlyWhereTheyAreOpenedAsWeKnowIt() {
        String hints = "org.apache.cassandra.hints.HintsWriter";
        MemberRemoval change = new MemberRemoval().stripMethods(ElementMatchers.named("create"));
        assertThat(new LifetimeInstrumentation(with(hints, change)).missingFiles())
                .containsExactly(hints + " does not call open");
    }

    @Test
    void lifetimesDependOnLevelsOnlyWhereThoseCanBeSeen() {
        String metadata = "org.apache.cassandra.io.sstable.metadata.MetadataCollector";
        MemberRemoval change =
                new MemberRemoval().stripFields(ElementMatchers.named("sstableLevel"));
        LifetimeInstrumentation changed = new LifetimeInstrumentation(with(metadata, change));
        assertThat(changed.missingFiles()).isEmpty();
        assertThat(changed.missingLevels()).containsExactly(metadata + " has no sstableLevel");
    }

    @Test
    void sstablesAreWrittenBackEarlyOnlyWhereTheyAreWrittenAsWeKnowIt() {
        String writer = "org.apache.cassandra.io.util.SequentialWriter";
        MemberRemoval noFlush = new MemberRemoval().stripMethods(ElementMatchers.named("doFlush"));
        assertThat(new WritebackInstrumentation(with(writer, noFlush)).missing())
                .singleElement()
                .asString()
                .startsWith(writer + " has 0 methods");
        MemberRemoval noPath = new MemberRemoval().stripFields(ElementMatchers.named("filePath"));
        assertThat(new WritebackInstrumentation(with(writer, noPath)).missing())
                .containsExactly(writer + " has no filePath");
    }

    @Test
    void filesAreSyncedOnlyWhereTheyAreWrittenAndRenamedAsWeKnowIt() {
        String files = "org.apache.cassandra.io.util.FileUtils";
        MemberRemoval noWrite = new MemberRemoval().stripMethods(ElementMatchers.named("write"));
        assertThat(new FileSyncInstrumentation(with(files, noWrite)).missingSyncs())
                .singleElement()
                .asString()
                .startsWith(files + " has 0 methods");
        String paths = "org.apache.cassandra.io.util.PathUtils";
        MemberRemoval noMove =
                new MemberRemoval().stripMethods(ElementMatchers.named("atomicMoveWithFallback"));
        assertThat(new FileSyncInstrumentation(with(paths, noMove)).missingSyncs())
                .singleElement()
                .asString()
                .startsWith(paths + " has 0 methods");
    }

    @Test
    void filesAreWrittenWholeOnlyWhereTheyAreWrittenAsWeKnowIt() {
        String writer = "org.apache.cassandra.io.compress.CompressedSequentialWriter";
        MemberRemoval noFlush =
                new MemberRemoval().stripMethods(ElementMatchers.named("flushData"));
        FileSyncInstrumentation files = new FileSyncInstrumentation(with(writer, noFlush));
        assertThat(files.missingWrites()).containsExactly(writer + " does not call write");
        assertThat(files.missingSyncs()).isEmpty();
        AsmVisitorWrapper otherWrite =
                Advice.to(WriteAtAdvice.class).on(ElementMatchers.named("flushData"));
        assertThat(new FileSyncInstrumentation(with(writer, otherWrite)).missingWrites())
                .containsExactly(writer + " calls write(Ljava/nio/ByteBuffer;J)I");
    }

    /** Adds a write at an offset. */
    public static final class WriteAtAdvice {
        private WriteAtAdvice() {}

        @Advice.OnMethodEnter
        static void enter() throws IOException {
            FileChannel channel = null;
            if (channel != null) channel.write(ByteBuffer.allocate(1), 0L);
        }
    }

    private static List<String> checkWith(String name, AsmVisitorWrapper change) {
        return new LinkageCheck(with(name, change)).check();
    }

    /** Returns the lowest supported Cassandra with one class changed. */
    private static ClassFileLocator with(String name, AsmVisitorWrapper change) {
        try (DynamicType.Unloaded<?> changed =
                new ByteBuddy()
                        .decorate(TypePool.Default.of(LOWEST).describe(name).resolve(), LOWEST)
                        .visit(change)
                        .make()) {
            return new ClassFileLocator.Compound(
                    ClassFileLocator.Simple.of(name, changed.getBytes()), LOWEST);
        }
    }

    /** Returns the lowest supported Cassandra with one method added. */
    private static ClassFileLocator withMethod(String type, String method) {
        try (DynamicType.Unloaded<?> changed =
                new ByteBuddy()
                        .redefine(TypePool.Default.of(LOWEST).describe(type).resolve(), LOWEST)
                        .defineMethod(method, long.class, Visibility.PUBLIC)
                        .intercept(StubMethod.INSTANCE)
                        .make()) {
            return new ClassFileLocator.Compound(
                    ClassFileLocator.Simple.of(type, changed.getBytes()), LOWEST);
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
