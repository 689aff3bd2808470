package dev.weir.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunksTest {

    @Test
    void hasEverythingThatWasAddedInItsOrder() {
        Chunks<Integer> chunks = Chunks.none();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 3 * Chunks.SIZE + 1; i++) {
            assertThat(chunks).isEqualTo(expected).hasSize(i);
            chunks = chunks.plus(i);
            expected.add(i);
        }
        assertThat(chunks).isEqualTo(expected).hasSameHashCodeAs(expected);
    }

    @Test
    void addingChangesOnlyWhatIsReturned() {
        Chunks<String> before = Chunks.<String>none().plus("a");
        assertThat(before.plus("b")).containsExactly("a", "b");
        assertThat(before.plus("c")).containsExactly("a", "c");
        assertThat(before).containsExactly("a");
    }
}
