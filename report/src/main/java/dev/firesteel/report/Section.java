// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.util.List;

/**
 * The results of one measurement or experiment.
 *
 * @param title its name
 * @param source the file that holds it
 * @param lead the place and method of the measurement, one sentence each
 * @param figures the results
 * @param doubts warnings, in the words of the tool that measured
 */
record Section(
        String title,
        String source,
        List<String> lead,
        List<Figure> figures,
        List<String> doubts) {}
