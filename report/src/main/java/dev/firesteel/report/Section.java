// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.util.List;

/**
 * What one measurement or experiment found.
 *
 * @param title what it was
 * @param source the file that holds it
 * @param lead where and how it was measured, a sentence each
 * @param figures what came of it
 * @param doubts what makes figures doubtful, in the words of who has measured them
 */
record Section(
        String title,
        String source,
        List<String> lead,
        List<Figure> figures,
        List<String> doubts) {}
