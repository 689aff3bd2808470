package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BrokersTest {
    @Test
    void thoseThatAreAwayAreNamedInOneSentence() {
        JobOptions options = JobOptions.of("--brokers", "127.0.0.1:1", "--db", "jdbc:postgresql:x");
        assertThatThrownBy(() -> Brokers.check(options))
                .isInstanceOfSatisfying(
                        CannotFold.class, e -> assertThat(e.isForGood()).isFalse())
                .hasMessageStartingWith("The brokers at 127.0.0.1:1 cannot be reached: check --brokers");
    }
}
