package dev.weir.core.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.core.run.DurationBuckets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemainingTest {
    private static final long[] DURATIONS =
            new SplittableRandom(5).longs(5000, 10_000, 100_000).sorted().toArray();

    private static Map<Integer, Long> buckets(long... durations) {
        Map<Integer, Long> buckets = new HashMap<>();
        for (long ms : durations) {
            buckets.merge(DurationBuckets.of(ms), 1L, Long::sum);
        }
        return buckets;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 10_000, 30_000, 70_000})
    void itIsWhatTheLongerOnesStillTook(long elapsed) {
        long[] longer = Arrays.stream(DURATIONS).filter(ms -> ms > elapsed).toArray();
        Remaining remaining = Remaining.of(buckets(DURATIONS), elapsed);
        assertThat(remaining.n()).isCloseTo(longer.length, withinPercentage(8));
        assertThat(remaining.p50Ms()).isCloseTo(longer[longer.length / 2] - elapsed, withinPercentage(12));
        assertThat(remaining.p90Ms()).isCloseTo(longer[longer.length * 9 / 10] - elapsed, withinPercentage(12));
    }

    @Test
    void ofFewerThanFiveNothingIsSaid() {
        assertThat(Remaining.of(buckets(1000, 2000, 3000, 4000), 0)).isNull();
        assertThat(Remaining.of(buckets(DURATIONS), 200_000)).isNull();
        assertThat(Remaining.of(Map.of(), 0)).isNull();
    }

    @Test
    void aClockThatIsBehindDoesNoHarm() {
        assertThat(Remaining.of(buckets(DURATIONS), -50)).isEqualTo(Remaining.of(buckets(DURATIONS), 0));
    }
}
