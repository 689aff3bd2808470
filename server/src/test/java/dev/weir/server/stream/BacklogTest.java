package dev.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private static final UUID JOB = new UUID(1, 2);

    private static Change change(String data) {
        return new Change(JOB, new UUID(0, 0), "production", "orders", data.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aRunAndItsSignalDoNotTakeEachOthersPlace() throws InterruptedException {
        Backlog backlog = new Backlog();
        backlog.add("run", change("first"));
        backlog.add("run", change("second"));
        backlog.add("first_signal", change("signal"));
        backlog.addMissed("run", change("missed"));
        String sent = new String(backlog.next(), StandardCharsets.UTF_8);
        assertThat(sent).contains("second", "signal").doesNotContain("first\n", "missed");
    }
}
