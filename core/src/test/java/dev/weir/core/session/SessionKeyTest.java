package dev.weir.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class SessionKeyTest {
    private static final UUID EVENT = new UUID(1, 2);

    @Test
    void isMadeOfStreamAndRequestAsFarAsTheyAreKnown() {
        assertThat(SessionKey.idOf("s", "r", EVENT)).isEqualTo("s|r");
        assertThat(SessionKey.idOf("s", null, EVENT)).isEqualTo("s|_missing_request");
        assertThat(SessionKey.idOf(null, "r", EVENT)).isEqualTo("_missing_stream|r");
    }

    @Test
    void anEventWithNeitherIsASessionOfItsOwnHoweverOftenItComes() {
        String id = SessionKey.idOf(null, null, EVENT);
        assertThat(id).startsWith("_missing_stream|_missing_request|").isEqualTo(SessionKey.idOf(null, null, EVENT));
        assertThat(SessionKey.idOf(null, null, new UUID(1, 3))).isNotEqualTo(id);
    }

    @Test
    void organisationsDoNotShareSessions() {
        assertThat(new SessionKey(new UUID(0, 1), "s|r").id()).isNotEqualTo(new SessionKey(new UUID(0, 2), "s|r").id());
    }
}
