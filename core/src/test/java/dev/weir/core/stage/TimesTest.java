package dev.weir.core.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimesTest {

    @Test
    void keepsAllOfThemInTheirOrder() {
        for (int size : new int[] {0, 1, 63, 64, 65, 128, 129, 1000}) {
            Times times = upTo(size);
            assertThat(times.size()).isEqualTo(size);
            assertThat(times.isEmpty()).isEqualTo(size == 0);
            for (int i = 0; i < size; i++) {
                assertThat(times.get(i)).isEqualTo(i * 10L);
            }
            if (size > 0) {
                assertThat(times.first()).isZero();
                assertThat(times.last()).isEqualTo((size - 1) * 10L);
            }
        }
    }

    @Test
    void leavesWhatItGrewFromAsItWas() {
        Times before = upTo(64);
        Times after = before.plus(7);
        assertThat(before.size()).isEqualTo(64);
        assertThat(before.last()).isEqualTo(630);
        assertThat(after.last()).isEqualTo(7);
    }

    @Test
    void isEqualByWhatItHolds() {
        assertThat(upTo(130)).isEqualTo(upTo(130)).hasSameHashCodeAs(upTo(130));
        assertThat(upTo(130)).isNotEqualTo(upTo(129)).isNotEqualTo(upTo(129).plus(1));
        assertThat(upTo(3)).hasToString("[][0, 10, 20]");
    }

    @Test
    void millisecondsAreCutAtBothEnds() {
        assertThat(Times.millis(999, 1000)).isEqualTo(1);
        assertThat(Times.millis(1000, 1999)).isZero();
        assertThat(Times.millis(-1, 0)).isEqualTo(1);
    }

    private static Times upTo(int size) {
        Times times = Times.NONE;
        for (int i = 0; i < size; i++) {
            times = times.plus(i * 10L);
        }
        return times;
    }
}
