package dev.weir.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;

/** How long something took, of many times, in milliseconds. */
record Timing(double p50, double p95) {
    private static final int WARM_UP = 8;
    private static final int REPEATS = 40;

    interface Call {
        void run() throws IOException, SQLException;
    }

    static Timing of(Call call) throws IOException, SQLException {
        double[] ms = new double[REPEATS];
        for (int i = -WARM_UP; i < REPEATS; i++) {
            long began = System.nanoTime();
            call.run();
            if (i >= 0) {
                ms[i] = (System.nanoTime() - began) / 1e6;
            }
        }
        Arrays.sort(ms);
        return new Timing(ms[REPEATS / 2], ms[(int) Math.ceil(REPEATS * 0.95) - 1]);
    }
}
