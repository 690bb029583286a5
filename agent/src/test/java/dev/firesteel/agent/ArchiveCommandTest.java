// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the problems of archive commands that are found before the first segment. */
class ArchiveCommandTest {
    private static final String PATH = "/usr/bin:/bin";

    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/bin/true | it contains neither %path nor %name",
                "/bin/cp -r /commitlog /archive | it contains neither %path nor %name",
                "/no/such/program %path /archive/%name | there is no program /no/such/program",
                "nosuchprogram %path /archive/%name | there is no program nosuchprogram",
                "/usr/bin %path | there is no program /usr/bin",
                "/bin/cp \"%path\" /archive/%name | no shell runs it, and the program gets its quotes",
                "/bin/cp  %path /archive/%name | the program gets an empty word",
                "/bin/cp %path /archive/%name && sync | no shell runs it, and it has '&&'",
                "/bin/cp %path $ARCHIVE/%name | no shell runs it, and it has '$'",
            })
    void namesWhatCannotArchive(String command, String problem) {
        assertThat(new ArchiveCommand(command).problems(PATH))
                .singleElement()
                .asString()
                .startsWith(problem);
    }

    @ParameterizedTest
    @CsvSource({"/bin/ln %path /archive/%name", "cp %path /archive/%name", " /bin/cp %path /tmp"})
    void hasNoProblemWithWhatWorks(String command) {
        assertThat(new ArchiveCommand(command).problems(PATH)).isEmpty();
    }

    /** As after a crash between the command and the deletion of the file. */
    @ParameterizedTest
    @ValueSource(strings = {"/bin/ln %path DIR/%name", "ln %path DIR", "/bin/ln %path DIR/"})
    void theSameBytesUnderThatNameCountAsArchived(String command) throws Exception {
        Path archive = Files.createDirectory(directory.resolve("archive"));
        Path file = Files.writeString(directory.resolve("CommitLog-8-1.log"), "content");
        Path archived = archive.resolve(file.getFileName());
        ArchiveCommand tried = new ArchiveCommand(command.replace("DIR", archive.toString()));
        Files.writeString(archived, "others");
        assertThatThrownBy(() -> tried.run(file)).isInstanceOf(IOException.class);
        assertThat(archived).hasContent("others");
        Files.writeString(archived, "content");
        tried.run(file);
        assertThat(file).exists();
    }

    /** A script may copy the file on its way, and fail after that. */
    @Test
    void ofAnotherProgramTheExitCodeAloneCounts() throws Exception {
        Path stage = Files.createDirectory(directory.resolve("stage"));
        Path file = Files.writeString(directory.resolve("CommitLog-8-1.log"), "content");
        Files.copy(file, stage.resolve(file.getFileName()));
        ArchiveCommand upload = new ArchiveCommand("/bin/false %path " + stage + "/%name");
        assertThatThrownBy(() -> upload.run(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended with 1");
    }

    @ParameterizedTest
    @CsvSource({
        "/bin/ln %path /var/commitlog/%name, true",
        "/bin/cp %path /var/commitlog/archive/%name, true",
        "/bin/cp %path /archive/../var/commitlog, true",
        "/bin/cp -t /var/commitlog %path, true",
        "/bin/cp --target-directory=/var/commitlog/archive %path, true",
        "/bin/cp -t /archive %path, false",
        "/bin/cp %path /archive/%name, false",
        "/bin/cp -r /var/commitlog /archive, false",
        "/var/commitlog/copy.sh %path %name, false"
    })
    void knowsATargetInTheCommitLogDirectory(String command, boolean expected) {
        assertThat(new ArchiveCommand(command).writesInto(Path.of("/var/commitlog")))
                .isEqualTo(expected);
    }

    @Test
    void followsLinksToTheCommitLogDirectory() throws Exception {
        Path commitLog = Files.createDirectory(directory.resolve("commitlog"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), commitLog);
        ArchiveCommand command = new ArchiveCommand("/bin/ln %path " + link + "/below/%name");
        assertThat(command.writesInto(commitLog)).isTrue();
        assertThat(command.writesInto(directory.resolve("other"))).isFalse();
    }

    @Test
    void saysIfEachSegmentReplacesTheOneBefore() throws Exception {
        String target = directory.resolve("last.log").toString();
        for (String command :
                List.of("cp -f %path " + target, "cp -T %path " + target, "ln -f %path " + target))
            assertThat(new ArchiveCommand(command).problems(PATH))
                    .as(command)
                    .anyMatch(each -> each.startsWith("it has no %name"));
        for (String command :
                List.of(
                        "cp %path " + directory,
                        "cp -t " + directory + " %path",
                        "cp %path " + directory + "/%name",
                        "ln %path " + directory + "/%name"))
            assertThat(new ArchiveCommand(command).problems(PATH))
                    .as(command)
                    .noneMatch(each -> each.contains("replaces"));
        assertThat(new ArchiveCommand("upload.sh %path").problems(PATH))
                .as("a script may know the name")
                .noneMatch(each -> each.contains("replaces"));
    }

    @Test
    void aScriptHasToBeExecutable() throws Exception {
        Path script = Files.createFile(directory.resolve("archive.sh"));
        ArchiveCommand command = new ArchiveCommand(script + " %path");
        assertThat(command.problems(PATH)).hasSize(1);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        assertThat(command.problems(PATH)).isEmpty();
    }
}
