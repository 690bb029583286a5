// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Counts words and sentences of the documents, and checks the openings of class comments.
 *
 * <p>{@code mvn -pl cli -am test -Dtest=ProseTest} prints the counts.
 */
class ProseTest {
    private static final Path ROOT = Path.of("..");

    /** The largest number of words of a sentence that is read once. */
    private static final int LONG_SENTENCE = 40;

    /** The largest share of longer sentences. */
    private static final double LONG_SHARE = 0.02;

    private static final int LONGEST_MEDIAN = 15;

    private static final Pattern CODE =
            Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK =
            Pattern.compile("\\[([^\\]]*)\\](?:\\([^)]*\\)|\\[[^\\]]*\\])");
    private static final Pattern INLINE_CODE = Pattern.compile("`[^`]*`");
    private static final Pattern ITEM = Pattern.compile("\\s*(?:[*+-]|\\d+\\.)\\s+.*");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?:])\\s+(?=[\\p{Lu}`*])");
    private static final Pattern CLASS_COMMENT =
            Pattern.compile(
                    "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@[\\w.]+(?:\\([^()]*(?:\\([^()]*\\)[^()]*)*\\))?\\s*)*"
                            + "(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed)\\s+)*"
                            + "(?:class|interface|record|enum|@interface)\\s+\\w",
                    Pattern.DOTALL);
    private static final Pattern HEADLESS =
            Pattern.compile(
                    "[\\s*]*(?:What|How|Where|Which|Who|Whose|Whether)\\b.*", Pattern.DOTALL);

    /** Counts of one document. */
    private record Prose(String name, int words, List<Integer> sentences) {
        private int quantile(double part) {
            List<Integer> sorted = sentences.stream().sorted().toList();
            return sorted.isEmpty() ? 0 : sorted.get((int) (part * (sorted.size() - 1)));
        }

        private double longShare() {
            long longer = sentences.stream().filter(length -> length > LONG_SENTENCE).count();
            return sentences.isEmpty() ? 0 : (double) longer / sentences.size();
        }

        private String line() {
            return "%-64s %6d %6d %6d %6.1f %%"
                    .formatted(name, words, quantile(0.5), quantile(0.9), 100 * longShare());
        }
    }

    @Test
    void sentencesAreShort() throws IOException {
        List<Prose> all = new ArrayList<>();
        for (Path document : DocumentsTest.documents()) all.add(prose(document));
        List<Integer> sentences = all.stream().flatMap(each -> each.sentences.stream()).toList();
        Prose sum = new Prose("all", all.stream().mapToInt(Prose::words).sum(), sentences);
        System.out.printf(
                "%-64s %6s %6s %6s %8s%n", "document", "words", "median", "90 %", "above 40");
        all.forEach(each -> System.out.println(each.line()));
        System.out.println(sum.line());
        assertThat(sum.sentences).hasSizeGreaterThan(1_000);
        assertThat(sum.quantile(0.5)).as("median length").isLessThanOrEqualTo(LONGEST_MEDIAN);
        assertThat(sum.longShare()).as("share of long sentences").isLessThanOrEqualTo(LONG_SHARE);
    }

    @Test
    void classCommentsBeginWithAVerbOrANoun() throws IOException {
        List<String> headless = new ArrayList<>();
        int comments = 0;
        for (Path source : sources()) {
            var found = CLASS_COMMENT.matcher(Files.readString(source));
            while (found.find()) {
                comments++;
                String text = found.group(1);
                if (HEADLESS.matcher(text).matches()) headless.add(source + ": " + text.strip());
            }
        }
        System.out.printf("%d class comments%n", comments);
        assertThat(comments).isGreaterThan(500);
        assertThat(headless).isEmpty();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/src/"))
                    .sorted()
                    .toList();
        }
    }

    /** Counts the words of a document, and those of each sentence outside code and tables. */
    private static Prose prose(Path document) throws IOException {
        String text = Files.readString(document);
        int words = text.split("\\s+").length;
        String prose = CODE.matcher(text).replaceAll("");
        prose = LINK.matcher(prose).replaceAll("$1");
        prose = INLINE_CODE.matcher(prose).replaceAll("code");
        List<Integer> lengths = new ArrayList<>();
        for (String paragraph : paragraphs(prose))
            for (String sentence : SENTENCE_END.split(paragraph, -1))
                lengths.add(sentence.strip().split("\\s+").length);
        return new Prose(ROOT.relativize(document).toString(), words, lengths);
    }

    /** Returns paragraphs and items of lists. Headings, tables and HTML are left out. */
    private static List<String> paragraphs(String text) {
        List<String> found = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (String line : (text + "\n\n").split("\n", -1)) {
            boolean ends =
                    line.isBlank() || line.matches("\\s*[#|<].*") || line.matches("\\[.*\\]: .*");
            if (ends || ITEM.matcher(line).matches()) {
                if (!open.toString().isBlank()) found.add(open.toString());
                open.setLength(0);
            }
            if (!ends) open.append(line.replaceFirst("^\\s*(?:[*+-]|\\d+\\.)\\s+", "")).append(' ');
        }
        return found;
    }
}
