// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a page with a result of every kind, in this machine's browser. */
@Tag("full")
class ReportBrowserIT {
    private static final int HEIGHT = 800;
    private static final int DESK_WIDTH = 1280;

    /** The minimum contrast of text in WCAG 2 (AA). */
    private static final double LEAST_CONTRAST = 4.5;

    private static final String CONTRAST =
            """
            ([ink, paper]) => {
              const light = (colour) => {
                const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3).map(Number)
                  .map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const [a, b] = [light(ink), light(paper)].sort((x, y) => y - x);
              return (a + 0.05) / (b + 0.05);
            }
            """;

    @TempDir static Path directory = Path.of("");

    private static @Nullable Playwright playwright;
    private static @Nullable Browser browser;
    private static String address = "";

    @BeforeAll
    static void openBrowser() throws IOException {
        Optional<Path> chromium = chromium();
        assumeTrue(chromium.isPresent(), "skipped: there is no chromium on the path");
        Playwright.CreateOptions ownBrowser =
                new Playwright.CreateOptions()
                        .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"));
        playwright = Playwright.create(ownBrowser);
        browser =
                playwright
                        .chromium()
                        .launch(
                                new BrowserType.LaunchOptions()
                                        .setExecutablePath(chromium.get())
                                        .setArgs(List.of("--no-sandbox")));
        List<Path> files = new ArrayList<>();
        for (String sample : samples())
            files.add(Files.writeString(directory.resolve(files.size() + ".json"), sample));
        Path page = Files.writeString(directory.resolve("page.html"), Report.of(files));
        address = page.toUri().toString();
    }

    private static List<String> samples() {
        return List.of(
                Samples.REPRODUCTION,
                Samples.COMMIT_LOG,
                Samples.REPLAY,
                Samples.ENGINE,
                Samples.MATRIX,
                Samples.SWEEP,
                Samples.SCALE,
                Samples.STALENESS,
                Samples.WEAR,
                Samples.PREDICTION,
                Samples.DIVISION,
                Samples.COMPARED_DIVISIONS);
    }

    private static Optional<Path> chromium() {
        String path = System.getenv("PATH");
        return Stream.of(path == null ? new String[0] : path.split(File.pathSeparator))
                .map(folder -> Path.of(folder, "chromium"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) browser.close();
        if (playwright != null) playwright.close();
    }

    private static BrowserContext context(int width, ColorScheme colours) {
        return Objects.requireNonNull(browser)
                .newContext(
                        new Browser.NewContextOptions()
                                .setOffline(true)
                                .setViewportSize(width, HEIGHT)
                                .setColorScheme(colours));
    }

    private static Page open(BrowserContext context) {
        Page page = context.newPage();
        page.navigate(address);
        return page;
    }

    @Test
    void opensWithoutANetworkAndAsksForNothing() {
        try (BrowserContext context = context(DESK_WIDTH, ColorScheme.LIGHT)) {
            Page page = context.newPage();
            List<String> asked = new ArrayList<>();
            List<String> complaints = new ArrayList<>();
            page.onRequest(request -> asked.add(request.url()));
            page.onConsoleMessage(message -> complaints.add(message.text()));
            page.navigate(address);
            assertThat(asked).containsExactly(address);
            assertThat(complaints).isEmpty();
            assertThat(page.locator("section").count()).isEqualTo(samples().size());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {320, 390, DESK_WIDTH})
    void fitsTheScreen(int width) {
        try (BrowserContext context = context(width, ColorScheme.LIGHT)) {
            Page page = open(context);
            for (Locator summary : page.locator("summary").all()) summary.click();
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void canBeReadInTheColoursOfTheReader(ColorScheme colours) {
        try (BrowserContext context = context(DESK_WIDTH, colours)) {
            Page page = open(context);
            Object paper = page.evaluate("getComputedStyle(document.body).backgroundColor");
            boolean isDark = paper.equals("rgb(22, 24, 29)");
            assertThat(isDark).isEqualTo(colours == ColorScheme.DARK);
            for (String text : List.of("body", "figcaption", "a"))
                assertThat(contrast(page, colour(page, text), paper))
                        .as(text)
                        .isGreaterThan(LEAST_CONTRAST);
        }
    }

    private static Object colour(Page page, String selector) {
        return page.evaluate(
                "name => getComputedStyle(document.querySelector(name)).color", selector);
    }

    private static double contrast(Page page, Object ink, Object paper) {
        return ((Number) page.evaluate(CONTRAST, List.of(ink, paper))).doubleValue();
    }

    @Test
    void isBlackOnWhiteOnPaper() {
        try (BrowserContext context = context(DESK_WIDTH, ColorScheme.DARK)) {
            Page page = open(context);
            page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
                    .isEqualTo("rgb(255, 255, 255)");
            assertThat(page.locator("nav").isVisible()).isFalse();
            assertThat(page.pdf()).startsWith("%PDF".getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Test
    void figuresAndSectionsHaveNamesForThoseWhoListen() {
        try (BrowserContext context = context(DESK_WIDTH, ColorScheme.LIGHT)) {
            Page page = open(context);
            for (Locator figure : page.locator("figure").all()) {
                String title = figure.locator("h3").innerText();
                assertThat(
                                page.getByRole(
                                                AriaRole.FIGURE,
                                                new Page.GetByRoleOptions()
                                                        .setName(title)
                                                        .setExact(true))
                                        .count())
                        .as(title)
                        .isPositive();
            }
            assertThat(
                            page.getByRole(
                                            AriaRole.NAVIGATION,
                                            new Page.GetByRoleOptions().setName("Contents"))
                                    .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void goesWhereItsContentsSay() {
        try (BrowserContext context = context(DESK_WIDTH, ColorScheme.LIGHT)) {
            Page page = open(context);
            page.locator("nav a").last().click();
            Locator last = page.locator("section").last();
            assertThat(page.url()).endsWith("#" + last.getAttribute("id"));
            assertThat(last.boundingBox().y).isBetween(-1.0, (double) HEIGHT);
        }
    }

    @Test
    void theDataOfAFigureCanBeSeenAndTaken() throws IOException {
        try (BrowserContext context = context(DESK_WIDTH, ColorScheme.LIGHT)) {
            Page page = open(context);
            Locator figure = page.locator("figure:has(details)").first();
            Locator table = figure.locator("table");
            assertThat(table.isVisible()).isFalse();
            figure.locator("summary").click();
            assertThat(table.isVisible()).isTrue();
            Download download = page.waitForDownload(() -> figure.locator("a.download").click());
            assertThat(download.suggestedFilename()).endsWith(".csv");
            List<String> lines = Files.readAllLines(download.path());
            assertThat(lines).hasSize(table.locator("tr").count());
            assertThat(lines.get(0)).contains(table.locator("th").first().innerText());
        }
    }
}
