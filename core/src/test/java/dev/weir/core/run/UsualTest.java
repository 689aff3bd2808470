package dev.weir.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsualTest {

    @Test
    void everyDurationIsInTheBucketThatBeginsAtOrBeforeIt() {
        LongStream.concat(LongStream.range(0, 5000), new SplittableRandom(1).longs(5000, 0, 1L << 50))
                .forEach(ms -> {
                    int bucket = DurationBuckets.of(ms);
                    assertThat(ms)
                            .isGreaterThanOrEqualTo(DurationBuckets.from(bucket))
                            .isLessThan(DurationBuckets.from(bucket + 1));
                });
    }

    @Test
    void noBucketIsWiderThanAnEighth() {
        for (int bucket = 16; bucket < 300; bucket++) {
            long from = DurationBuckets.from(bucket);
            assertThat(DurationBuckets.from(bucket + 1) - from).isBetween(1L, from / 8);
        }
    }

    @Test
    void aNegativeDurationIsTakenForNone() {
        assertThat(DurationBuckets.of(-5)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 20, 101, 5000})
    void quantilesAreCloseToTheTrueOnes(int n) {
        long[] durations = new SplittableRandom(n)
                .longs(n, 0, 30)
                .map(x -> (long) Math.exp(x / 2.0))
                .toArray();
        Map<Integer, Long> buckets = new HashMap<>();
        for (long ms : durations) {
            buckets.merge(DurationBuckets.of(ms), 1L, Long::sum);
        }
        java.util.Arrays.sort(durations);

        Usual usual = Usual.of(buckets);

        assertThat(usual.n()).isEqualTo(n);
        assertClose(usual.p50Ms(), durations[(n * 50 + 99) / 100 - 1]);
        assertClose(usual.p95Ms(), durations[(n * 95 + 99) / 100 - 1]);
    }

    private static void assertClose(long estimate, long exact) {
        assertThat((double) estimate).isBetween(exact * 0.88 - 1, exact * 1.13 + 1);
    }

    @Test
    void fourRunsAreNoCustom() {
        assertThat(Usual.of(Map.of())).isNull();
        assertThat(Usual.of(Map.of(3, 4L))).isNull();
        assertThat(Usual.of(Map.of(3, 5L))).isEqualTo(new Usual(3, 3, 5));
    }
}
