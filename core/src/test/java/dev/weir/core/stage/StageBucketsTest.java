package dev.weir.core.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Random;
import org.junit.jupiter.api.Test;

class StageBucketsTest {

    @Test
    void theMiddleOfABucketIsWithinOnePercentOfAllInIt() {
        for (long ms = 0; ms < 300_000; ms++) {
            assertThat(Math.abs(StageBuckets.middle(StageBuckets.of(ms)) - ms)).isLessThanOrEqualTo(ms * 0.008);
        }
        for (long ms = 300_000; ms > 0 && ms < Long.MAX_VALUE / 3; ms = ms * 2 + 12_345) {
            assertThat(Math.abs(StageBuckets.middle(StageBuckets.of(ms)) - ms)).isLessThanOrEqualTo(ms * 0.008);
        }
    }

    @Test
    void bucketsFollowEachOther() {
        for (long ms = 1; ms < 100_000; ms++) {
            assertThat(StageBuckets.of(ms) - StageBuckets.of(ms - 1)).isBetween(0, 1);
        }
    }

    @Test
    void percentilesAreThoseOfTheValuesWithinOnePercent() {
        Random random = new Random(7);
        long[] values = random.longs(5_001, 0, 90_000_000).toArray();
        StageBuckets buckets = new StageBuckets();
        for (long value : values) {
            buckets.addDuration(value);
        }
        DurationStats exact = DurationStats.of(values);
        assertThat(buckets.n()).isEqualTo(exact.n());
        assertThat(buckets.percentile(0.5)).isCloseTo(exact.p50Ms(), withinPercentage(1));
        assertThat(buckets.percentile(0.9)).isCloseTo(exact.p90Ms(), withinPercentage(1));
        assertThat(buckets.percentile(0.99)).isCloseTo(exact.p99Ms(), withinPercentage(1));
        assertThat(new StageBuckets().percentile(0.5)).isNull();
    }

    @Test
    void storedAndReadAgainTheyAreTheSameAlsoAsADifference() {
        StageBuckets some = new StageBuckets();
        new Random(8).longs(2_000, 0, 9_000_000_000L).forEach(some::addDuration);
        some.add(3, 1L << 40);
        StageBuckets fewer = new StageBuckets();
        fewer.add(some, -2);

        StageBuckets sum = new StageBuckets();
        sum.add(some.bytes());
        assertThat(sum.bytes()).isEqualTo(some.bytes());
        sum.add(fewer.bytes());
        assertThat(sum.n()).isEqualTo(-some.n());
        sum.add(some, 1);
        assertThat(sum.isEmpty()).isTrue();
        assertThat(sum.bytes()).isEmpty();
    }
}
