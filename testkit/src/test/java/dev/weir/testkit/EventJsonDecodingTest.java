package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.wire.EventBody;
import dev.weir.wire.EventDecoder;
import dev.weir.wire.Limits;
import dev.weir.wire.LogEvent;
import dev.weir.wire.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written here is read there as the very same event. */
class EventJsonDecodingTest {
    private static final long NOW = Long.MAX_VALUE / 2;

    @Test
    void everyHistoryIsDecodedAsItWasMeant() {
        EventDecoder decoder = new EventDecoder(Limits.DEFAULT);
        Seeds.each(500, 20_000, seed -> {
            List<SentEvent> sent = RunHistories.sent(seed, RunHistories.key(seed));
            byte[] body = EventJson.batch(sent).getBytes(StandardCharsets.UTF_8);
            List<LogEvent> taken = new ArrayList<>();
            List<Rejection> rejected = new ArrayList<>();
            decoder.decode(
                    EventBody.ofJson(body, sent.size()), EventDecoder.Defaults.NONE, NOW, taken::add, rejected::add);
            assertThat(rejected).isEmpty();
            assertThat(taken)
                    .extracting(LogEvent::event)
                    .isEqualTo(sent.stream().map(SentEvent::event).toList());
        });
    }
}
