// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import java.util.ArrayList;
import java.util.List;

/** Records the calls that it receives. */
final class TellingListener implements MatrixListener {
    final List<String> told = new ArrayList<>();

    @Override
    public void loading(long rows, long of, double perSecond) {
        told.add("loading");
    }

    @Override
    public void loaded(long bytes) {
        told.add("loaded");
    }

    @Override
    public void starting(int step, MatrixCell cell) {
        told.add("starting " + step);
    }

    @Override
    public void working(String at, double perSecond) {
        told.add(at);
    }

    @Override
    public void measured(MatrixResult result) {
        told.add("measured");
    }
}
