package dev.weir.store;

import dev.weir.wire.EventBody;
import dev.weir.wire.EventDecoder.Defaults;
import dev.weir.wire.Limits;
import dev.weir.wire.TelemetryDecoder;
import dev.weir.wire.TelemetryEvent;
import dev.weir.wire.TelemetryFact;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads telemetry again from the log. Rows that SQL recorded are in no event and are left alone; what was cleared up stays
 * removed.
 */
final class TelemetryRebuild {
    private static final TelemetryDecoder DECODER = new TelemetryDecoder(Limits.NONE, Integer.MAX_VALUE);

    /**
     * Ids are an organisation's own, and an event is compared by its id alone: all that share one are of one page.
     *
     * An event that names its type like those of workflows came as one of them.
     */
    private static final String NEXT = """
            SELECT l.id, o.id, l.payload::text, l.payload->>'type' IS DISTINCT FROM l.type
            FROM event_log l JOIN organisations o ON o.org = l.org
            WHERE l.key IS NULL AND l.type = ANY(?) AND l.id > ?
              AND l.at >= coalesce((SELECT removed_before FROM retention_runs WHERE job = 'ttfs_events'), '-infinity')
            ORDER BY l.id FETCH FIRST (?) ROWS WITH TIES
            """;

    private final Connection connection;
    private final boolean verify;
    private final int pageSize;
    private final Consumer<String> differences;

    TelemetryRebuild(Connection connection, boolean verify, int pageSize, Consumer<String> differences) {
        this.connection = connection;
        this.verify = verify;
        this.pageSize = pageSize;
        this.differences = differences;
    }

    void run() throws SQLException {
        UUID last = new UUID(0, 0);
        while (last != null) {
            last = page(last);
            connection.commit();
        }
        Set<UUID> orphans = TelemetryFacts.TABLE.orphans(connection);
        orphans.forEach(id -> differences.accept("telemetry of event " + id + " is in no event of the log"));
        if (!verify && !orphans.isEmpty()) {
            TelemetryFacts.TABLE.remove(connection, orphans);
        }
        connection.commit();
    }

    /** @return where the next one begins, null if this is the last */
    private @Nullable UUID page(UUID after) throws SQLException {
        List<UUID> events = new ArrayList<>();
        List<TelemetryFacts.Row> told = new ArrayList<>();
        UUID last = read(after, events, told);
        if (last != null) {
            compare(events, told);
        }
        return last;
    }

    private void compare(List<UUID> events, List<TelemetryFacts.Row> told) throws SQLException {
        Set<UUID> wrong = TelemetryFacts.TABLE.differing(connection, told, events);
        wrong.forEach(id -> differences.accept("telemetry of event " + id + " is not what it says"));
        if (!verify && !wrong.isEmpty()) {
            TelemetryFacts.TABLE.remove(connection, wrong);
            TelemetryFacts.TABLE.add(
                    connection,
                    told.stream().filter(row -> wrong.contains(row.event())).toList());
        }
    }

    private @Nullable UUID read(UUID after, List<UUID> events, List<TelemetryFacts.Row> told) throws SQLException {
        UUID last = null;
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            select.setArray(
                    1, connection.createArrayOf("text", TelemetryDecoder.types().toArray()));
            select.setObject(2, after);
            select.setInt(3, pageSize);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    UUID event = row.getObject(1, UUID.class);
                    TelemetryFact fact = row.getBoolean(4) ? decode(row.getString(3)) : null;
                    last = event;
                    events.add(event);
                    if (fact != null) {
                        told.add(new TelemetryFacts.Row(row.getObject(2, UUID.class), event, fact));
                    }
                }
            }
        }
        return last;
    }

    /** Null if it is no telemetry, only of a type of the same name. */
    private static @Nullable TelemetryFact decode(String payload) {
        List<TelemetryEvent> decoded = new ArrayList<>(1);
        DECODER.decode(
                List.of(EventBody.ofOne(payload.getBytes(StandardCharsets.UTF_8))),
                Defaults.NONE,
                0,
                decoded::add,
                rejection -> {});
        return decoded.isEmpty() ? null : decoded.get(0).fact();
    }
}
