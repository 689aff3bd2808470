package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private final StringWriter printed = new StringWriter();

    @Test
    void changesInPlaceButNotTooOften() {
        StatusLine line = new StatusLine(new PrintWriter(printed), true);
        line.show("first", 0);
        line.show("too soon", 99_999_999);
        line.show("now", 100_000_000);
        line.clear();

        assertThat(printed.toString()).isEqualTo("\rfirst\rnow  \r   \r");
    }

    @Test
    void isSilentWhereThereIsNoTerminal() {
        StatusLine line = new StatusLine(new PrintWriter(printed), false);
        line.show("text", 0);
        line.clear();

        assertThat(printed.toString()).isEmpty();
    }

    @Test
    void drawsABarWhereTheSizeIsKnown() {
        assertThat(SendProgress.line(1_500_000, 3_000_000, 3_000, 2))
                .isEqualTo("[###############---------------]  50 %, 1.5 MB, 3,000 events, 1,500 per second");
        assertThat(SendProgress.line(1_500_000, 0, 3_000, 2)).isEqualTo("1.5 MB, 3,000 events, 1,500 per second");
    }
}
