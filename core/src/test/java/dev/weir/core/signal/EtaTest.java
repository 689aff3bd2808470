package dev.weir.core.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.run.DurationBuckets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EtaTest {

    private static Eta eta(long... durationsMs) {
        Map<Integer, Long> counts = new HashMap<>();
        for (long ms : durationsMs) {
            counts.merge(DurationBuckets.of(ms), 1L, Long::sum);
        }
        return Eta.of(counts);
    }

    @Test
    void fewRunsSayNothing() {
        assertThat(eta().seconds(0)).isNull();
        assertThat(eta(60_000, 60_000, 60_000, 60_000).seconds(0)).isNull();
        assertThat(eta(60_000, 60_000, 60_000, 60_000, 60_000).seconds(0)).isEqualTo(60);
    }

    @Test
    void onlyRunsThatTookLongerCount() {
        Eta eta = eta(1000, 1000, 1000, 1000, 60_000, 60_000, 60_000, 60_000, 60_000);
        assertThat(eta.seconds(0)).isEqualTo(58);
        assertThat(eta.seconds(30_000)).isEqualTo(30);
        assertThat(eta.seconds(60_000)).isNull();
        assertThat(eta.seconds(600_000)).isNull();
    }

    @Test
    void whatGoesOnIsNotOver() {
        assertThat(eta(3, 3, 3, 3, 3).seconds(0)).isEqualTo(1);
        assertThat(eta(3, 3, 3, 3, 3).seconds(-5)).isEqualTo(1);
    }

    @Test
    void itIsCloseToTheTrueMedian() {
        long[] durations = new SplittableRandom(1)
                .doubles(5000, 5, 15)
                .mapToLong(x -> (long) Math.exp(x))
                .sorted()
                .toArray();
        Eta eta = eta(durations);
        for (long elapsed = 0; elapsed < 1_000_000; elapsed = elapsed * 2 + 100) {
            long now = elapsed;
            long[] longer = Arrays.stream(durations).filter(ms -> ms > now).toArray();
            double median = longer[longer.length / 2];
            assertThat((double) eta.seconds(elapsed))
                    .isBetween((median * 0.9 - elapsed) / 1000 - 1, (median * 1.1 - elapsed) / 1000 + 1);
        }
    }

    @Test
    void oneRunMoreIsAsIfItHadBeenThereBefore() {
        long[] durations = new SplittableRandom(2).longs(400, 0, 5_000).toArray();
        Eta grown = eta();
        for (int n = 1; n <= durations.length; n++) {
            grown = grown.with(durations[n - 1]);
            Eta whole = eta(Arrays.copyOf(durations, n));
            for (long elapsed = 0; elapsed < 6_000; elapsed += 37) {
                assertThat(grown.seconds(elapsed)).isEqualTo(whole.seconds(elapsed));
            }
        }
    }
}
