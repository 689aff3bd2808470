package dev.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private final Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(30), new Random(7));

    @Test
    void theCeilingDoublesUpToTheLongestAndTheDelayFillsTheWholeRange() {
        long[] ceilingsMs = {200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000};
        for (int failures = 1; failures <= ceilingsMs.length; failures++) {
            long ceiling = Duration.ofMillis(ceilingsMs[failures - 1]).toNanos();
            long least = Long.MAX_VALUE;
            long most = 0;
            for (int i = 0; i < 1_000; i++) {
                long delay = backoff.nanos(failures);
                least = Math.min(least, delay);
                most = Math.max(most, delay);
            }
            assertThat(least).isBetween(0L, ceiling / 20);
            assertThat(most).isBetween(ceiling - ceiling / 20, ceiling);
        }
    }

    @Test
    void manyFailuresDoNotOverflow() {
        for (int failures : new int[] {40, 64, 1_000, Integer.MAX_VALUE}) {
            assertThat(backoff.nanos(failures))
                    .isBetween(0L, Duration.ofSeconds(30).toNanos());
        }
    }

    @Test
    void slowIsAtLeastHalfTheLongest() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(backoff.slowNanos())
                    .isBetween(
                            Duration.ofSeconds(15).toNanos(),
                            Duration.ofSeconds(30).toNanos());
        }
    }
}
