package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SeedsTest {
    private final String seedBefore = System.getProperty("weir.seed");
    private final String longBefore = System.getProperty("weir.long");

    @BeforeEach
    void normally() {
        set("weir.seed", null);
        set("weir.long", null);
    }

    @AfterEach
    void asBefore() {
        set("weir.seed", seedBefore);
        set("weir.long", longBefore);
    }

    private static void set(String name, String value) {
        if (value == null) {
            System.clearProperty(name);
        } else {
            System.setProperty(name, value);
        }
    }

    @Test
    void seedsAreCountedFromOne() {
        assertThat(tried()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void theLongFormTriesMore() {
        System.setProperty("weir.long", "true");
        assertThat(tried()).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void oneSeedCanBeTriedAlone() {
        System.setProperty("weir.seed", "-17");
        assertThat(tried()).containsExactly(-17L);
    }

    @Test
    void aFailureSaysHowToRepeatIt() {
        assertThatThrownBy(() -> Seeds.each(10, 10, seed -> assertThat(seed).isLessThan(4)))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("Seed 4 fails; repeat it alone with -Dweir.seed=4: ");
        assertThatThrownBy(() -> Seeds.each(10, 10, seed -> {
                    throw new IllegalStateException("no rows");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessage("Seed 1 fails; repeat it alone with -Dweir.seed=1: no rows");
    }

    private static List<Long> tried() {
        List<Long> tried = new ArrayList<>();
        Seeds.each(3, 5, tried::add);
        return tried;
    }
}
