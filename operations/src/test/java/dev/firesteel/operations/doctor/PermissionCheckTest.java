// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.operations.doctor.Place.Kind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PermissionCheckTest {
    private static final User CASSANDRA = new User("cassandra", false);
    private static final User ROOT = new User("root", true);

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"DIRECTORY", "FILE", "BLOCK_DEVICE"})
    void tellsWhoMayAndWhoMayNot(Kind kind) {
        assertThat(findings(Fed.place(kind), CASSANDRA))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.OK))
                .satisfies(
                        finding ->
                                assertThat(finding.says()).startsWith("The user cassandra may "));
        assertThat(findings(Fed.place(kind, false, 0), CASSANDRA))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.PROBLEM))
                .satisfies(
                        finding ->
                                assertThat(finding.says())
                                        .startsWith("The user cassandra may not "))
                .satisfies(finding -> assertThat(finding.advice()).contains("chown"));
    }

    @Test
    void doesNotTakeRootsRightsForThoseOfTheUserThatRunsCassandra() {
        assertThat(findings(Fed.place(Kind.DIRECTORY), ROOT))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.NOTE))
                .satisfies(finding -> assertThat(finding.advice()).contains("sudo -u cassandra"));
    }

    @Test
    void refusesAMountThatCannotBeWrittenTo() {
        List<Finding> findings =
                new PermissionCheck(
                                Fed.place(Kind.DIRECTORY),
                                Optional.of(Fed.mount("ext4", "ro", "relatime")),
                                ROOT)
                        .findings();
        assertThat(findings)
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.PROBLEM))
                .satisfies(finding -> assertThat(finding.says()).contains("read-only"));
    }

    @Test
    void notesWhatIsOpenToEverybody() {
        assertThat(findings(Fed.place(Kind.FILE, true, 4), CASSANDRA))
                .anyMatch(finding -> finding.says().contains("All users may read"));
        assertThat(findings(Fed.place(Kind.BLOCK_DEVICE, true, 6), CASSANDRA))
                .anyMatch(finding -> finding.says().contains("All users may write"));
        assertThat(findings(Fed.place(Kind.DIRECTORY, true, 5), CASSANDRA)).hasSize(1);
        assertThat(findings(Fed.place(Kind.DIRECTORY, true, 7), CASSANDRA)).hasSize(2);
    }

    private static List<Finding> findings(Place place, User user) {
        return new PermissionCheck(place, Optional.empty(), user).findings();
    }
}
