package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RepeatsTest {

    @Test
    void countsEachIdentityByItself() {
        Repeats repeats = new Repeats();
        Map<UUID, Integer> counts = new HashMap<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            UUID id = new UUID(random.nextInt(30_000) * 0x9E3779B97F4A7C15L, 0);
            assertThat(repeats.next(id)).isEqualTo(counts.merge(id, 1, Integer::sum));
        }
    }

    @Test
    void takesAnyIdentity() {
        Repeats repeats = new Repeats();
        assertThat(repeats.next(new UUID(0, 0))).isEqualTo(1);
        assertThat(repeats.next(new UUID(0, 0))).isEqualTo(2);
    }

    @Test
    void forgetsWhatIsLongPast() {
        Repeats repeats = new Repeats(10);
        UUID id = new UUID(0, 77);
        assertThat(repeats.next(id)).isEqualTo(1);
        others(repeats, 12);
        assertThat(repeats.next(id)).isEqualTo(2);
        others(repeats, 15);
        assertThat(repeats.next(id)).isEqualTo(3);
        others(repeats, 21);
        assertThat(repeats.next(id)).isEqualTo(1);
    }

    private int other;

    private void others(Repeats repeats, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(repeats.next(new UUID(++other, other))).isEqualTo(1);
        }
    }
}
