// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.util.List;

/**
 * The results of one measurement or experiment.
 *
 * @param title its name
 * @param source the file that holds it
 * @param answers the results in words, each with its noise, a sentence each; may be empty
 * @param method what was measured, and how, a sentence each
 * @param figures the results
 * @param doubts warnings, in the words of the tool that measured
 * @param origin when and where they were measured
 */
record Section(
        String title,
        String source,
        List<String> answers,
        List<String> method,
        List<Figure> figures,
        List<String> doubts,
        Provenance origin) {}
