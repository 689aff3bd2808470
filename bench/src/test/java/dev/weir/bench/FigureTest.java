package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.bench.Figure.Goal;
import dev.weir.bench.Load.Measured;
import org.junit.jupiter.api.Test;

class FigureTest {

    @Test
    void showsWhetherAGoalIsReached() {
        Figure ratio = Figure.of("r", "ratio", 0.5, "", "").with(Goal.atLeast(0.5));
        Figure latency = Figure.of("p99", "p99", 50.01, "ms", "").with(Goal.atMost(50));
        Figure unknown = Figure.of("u", "unknown", Double.NaN, "MB", "").with(Goal.atMost(1));

        assertThat(ratio.verdict()).isEqualTo("at least 0.50: reached");
        assertThat(latency.verdict()).isEqualTo("at most 50: missed");
        assertThat(latency.shown()).isEqualTo("50.0 ms");
        assertThat(unknown.shown()).isEqualTo("unknown");
        assertThat(unknown.verdict()).isEmpty();
    }

    @Test
    void takesQuantilesFromSortedLatencies() {
        long[] latencies = new long[200];
        for (int i = 0; i < latencies.length; i++) {
            latencies[i] = (i + 1) * 1_000_000L;
        }
        Measured measured = new Measured(20_000, 2, latencies);

        assertThat(measured.rate()).isEqualTo(10_000);
        assertThat(measured.latencyMs(0.5)).isEqualTo(101);
        assertThat(measured.latencyMs(0.99)).isEqualTo(199);
        assertThat(measured.latencyMs(1)).isEqualTo(200);
    }

    @Test
    void knowsWhenAnAnswerIsComplete() {
        String head = "HTTP/1.1 200 \r\nContent-Type: application/json\r\n";
        assertThat(KeepAliveConnection.isComplete(head)).isFalse();
        assertThat(KeepAliveConnection.isComplete(head + "Content-Length: 3\r\n\r\n{}"))
                .isFalse();
        assertThat(KeepAliveConnection.isComplete(head + "Content-Length: 2\r\n\r\n{}"))
                .isTrue();
        assertThat(KeepAliveConnection.isComplete(head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"))
                .isFalse();
        assertThat(KeepAliveConnection.isComplete(head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"))
                .isTrue();
    }
}
