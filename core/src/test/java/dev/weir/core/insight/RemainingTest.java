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

    @ParameterizedTest
    @ValueSource(longs = {0, 10_000, 30_000, 70_000})
    void ofFewTheSameIsSaidAsOfBuckets(long elapsed) {
        Remaining exact = Remaining.of(DURATIONS, elapsed);
        Remaining near = Remaining.of(buckets(DURATIONS), elapsed);
        assertThat(near.n()).isCloseTo(exact.n(), withinPercentage(8));
        assertThat(near.p50Ms()).isCloseTo(exact.p50Ms(), withinPercentage(12));
        assertThat(near.p90Ms()).isCloseTo(exact.p90Ms(), withinPercentage(12));
    }

    @Test
    void eachOneCounts() {
        long[] took = {9_000, 1_000, 3_000, 2_000, 5_000, 4_000};
        assertThat(Remaining.of(took, 500)).isEqualTo(new Remaining(3_500, 8_500, 6));
        assertThat(Remaining.of(took, 1_000)).isEqualTo(new Remaining(3_000, 8_000, 5));
        assertThat(Remaining.of(took, 2_000)).isNull();
        assertThat(Remaining.of(took, -50)).isEqualTo(Remaining.of(took, 0));
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
