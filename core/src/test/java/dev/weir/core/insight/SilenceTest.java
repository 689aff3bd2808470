package dev.weir.core.insight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SilenceTest {
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;

    private static TreeSet<Integer> hours(int from, int to) {
        return IntStream.range(from, to).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void whatIsHeardEveryHalfMinuteIsSilentAfterFive() {
        Silence habit = Silence.of(48 * 120, hours(100, 148));
        assertThat(habit.usualGapMs()).isEqualTo(30_000);
        assertThat(habit.isBrokenAfter(4 * MINUTE)).isFalse();
        assertThat(habit.isBrokenAfter(6 * MINUTE)).isTrue();
    }

    @Test
    void whatIsHeardEveryTenMinutesIsSilentAfterTenTimesThat() {
        Silence habit = Silence.of(48 * 6, hours(100, 148));
        assertThat(habit.isBrokenAfter(99 * MINUTE)).isFalse();
        assertThat(habit.isBrokenAfter(101 * MINUTE)).isTrue();
    }

    @Test
    void whoRestsAtNightIsNotSilentAtNight() {
        TreeSet<Integer> days = new TreeSet<>();
        for (int day = 0; day < 14; day++) {
            days.addAll(hours(day * 24 + 8, day * 24 + 18));
        }
        Silence habit = Silence.of(14_000, days);
        assertThat(habit.isBrokenAfter(13 * HOUR)).isFalse();
        assertThat(habit.isBrokenAfter(17 * HOUR)).isTrue();
    }

    @Test
    void littleIsNoHabit() {
        assertThat(Silence.of(49, hours(0, 10))).isNull();
        assertThat(Silence.of(5000, hours(0, 2))).isNull();
        assertThat(Silence.of(0, new TreeSet<>(List.of()))).isNull();
    }
}
