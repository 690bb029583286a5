// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A measurement as stored in the results file, which several comparisons may share.
 *
 * @param began the start of its comparison, ISO 8601
 * @param measurement the measurement, whose fields follow
 */
record KeptMeasurement<M>(String began, @JsonUnwrapped M measurement) {}
