package dev.weir.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How long something took, of many times, in milliseconds. */
record Timing(double p50, double p95) {
    private static final int WARM_UP = 8;
    private static final int REPEATS = 40;

    interface Call {
        void run() throws IOException, SQLException;
    }

    /** No longer than about so many seconds, but three times after a first one that does not count. */
    static Timing within(double seconds, Call call) throws IOException, SQLException {
        List<Double> ms = new ArrayList<>();
        long deadline = System.nanoTime() + (long) (seconds * 1e9);
        for (int i = 0; i <= 3 || i < WARM_UP + REPEATS && System.nanoTime() < deadline; i++) {
            long began = System.nanoTime();
            call.run();
            ms.add((System.nanoTime() - began) / 1e6);
        }
        double[] counted = ms.stream()
                .skip(Math.min(WARM_UP, Math.max(1, ms.size() / 4)))
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return new Timing(counted[counted.length / 2], counted[(int) Math.ceil(counted.length * 0.95) - 1]);
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
