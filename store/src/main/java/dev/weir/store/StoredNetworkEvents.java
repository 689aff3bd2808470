package dev.weir.store;

import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionKey;
import dev.weir.wire.EventBody;
import dev.weir.wire.Limits;
import dev.weir.wire.NetworkDecoder;
import dev.weir.wire.NetworkEvent;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decodes what the log has of a live-video network. No limits, as with {@link StoredEvents}. */
public final class StoredNetworkEvents {
    private static final int NO_LIMIT = Integer.MAX_VALUE / 2;
    private static final int FETCH_SIZE = 2000;
    private static final NetworkDecoder DECODER =
            new NetworkDecoder(new Limits(NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, Long.MAX_VALUE / 2));

    private static final String HISTORY = """
            SELECT l.type, l.payload::text, s.env, s.service_key, o.id
            FROM event_log l JOIN sources s ON s.source = l.source JOIN organisations o ON o.org = l.org
            WHERE l.key = ? AND l.received_at <= ?
            """;

    private StoredNetworkEvents() {}

    /** Null if it is no such event, only of a type of the same name. */
    static @Nullable NetworkEvent decode(String payload, String env, String service) {
        List<NetworkEvent> decoded = new ArrayList<>(1);
        DECODER.decode(
                List.of(EventBody.ofOne(payload.getBytes(StandardCharsets.UTF_8))),
                new NetworkDecoder.Source(env, service),
                0,
                decoded::add,
                rejection -> {});
        return decoded.isEmpty() ? null : decoded.get(0);
    }

    /** The events of a session, in no particular order; none if the key is not that of a session. */
    public static List<SessionEvent> ofSession(Connection connection, UUID id, long receivedBy) throws SQLException {
        List<SessionEvent> events = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(HISTORY)) {
            select.setFetchSize(FETCH_SIZE);
            select.setObject(1, id);
            select.setObject(2, Capabilities.time(receivedBy));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    NetworkEvent event = NetworkDecoder.isOfSessions(row.getString(1))
                            ? decode(row.getString(2), row.getString(3), row.getString(4))
                            : null;
                    SessionEvent session = event == null ? null : event.session();
                    if (session != null && isOf(session, row.getObject(5, UUID.class), id)) {
                        events.add(session);
                    }
                }
            }
        }
        return events;
    }

    /** Somebody may have sent an event of such a type as that of a workflow: then its key is another one. */
    private static boolean isOf(SessionEvent event, UUID org, UUID id) {
        return new SessionKey(org, event.sessionId()).id().equals(id);
    }
}
