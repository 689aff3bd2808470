package dev.weir.core.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.run.DurationBuckets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EtaTest {

    private static Map<Integer, Long> buckets(long... durationsMs) {
        Map<Integer, Long> buckets = new HashMap<>();
        for (long ms : durationsMs) {
            buckets.merge(DurationBuckets.of(ms), 1L, Long::sum);
        }
        return buckets;
    }

    @Test
    void fewRunsSayNothing() {
        assertThat(Eta.seconds(Map.of(), 0)).isNull();
        assertThat(Eta.seconds(buckets(60_000, 60_000, 60_000, 60_000), 0)).isNull();
        assertThat(Eta.seconds(buckets(60_000, 60_000, 60_000, 60_000, 60_000), 0))
                .isEqualTo(60);
    }

    @Test
    void onlyRunsThatTookLongerCount() {
        Map<Integer, Long> buckets = buckets(1000, 1000, 1000, 1000, 60_000, 60_000, 60_000, 60_000, 60_000);
        assertThat(Eta.seconds(buckets, 0)).isEqualTo(58);
        assertThat(Eta.seconds(buckets, 30_000)).isEqualTo(30);
        assertThat(Eta.seconds(buckets, 60_000)).isNull();
        assertThat(Eta.seconds(buckets, 600_000)).isNull();
    }

    @Test
    void whatGoesOnIsNotOver() {
        assertThat(Eta.seconds(Map.of(3, 5L), 0)).isEqualTo(1);
        assertThat(Eta.seconds(Map.of(3, 5L), -5)).isEqualTo(1);
    }

    @Test
    void itIsCloseToTheTrueMedian() {
        long[] durations = new SplittableRandom(1)
                .doubles(5000, 5, 15)
                .mapToLong(x -> (long) Math.exp(x))
                .sorted()
                .toArray();
        for (long elapsed = 0; elapsed < 1_000_000; elapsed = elapsed * 2 + 100) {
            long now = elapsed;
            long[] longer = Arrays.stream(durations).filter(ms -> ms > now).toArray();
            double median = longer[longer.length / 2];
            assertThat((double) Eta.seconds(buckets(durations), elapsed))
                    .isBetween((median * 0.9 - elapsed) / 1000 - 1, (median * 1.1 - elapsed) / 1000 + 1);
        }
    }
}
