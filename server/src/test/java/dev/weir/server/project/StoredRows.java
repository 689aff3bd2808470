package dev.weir.server.project;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.EventText;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.store.EventLog;
import dev.weir.store.RunStore;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.SentEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * The rows of workflow ids: as the database has them, and as the pure fold makes them of the same events; but for when
 * they were saved.
 */
public final class StoredRows {
    private static final int LOCAL = 1;
    private static final String DEADLOCK = "40P01";

    private StoredRows() {}

    static List<RunRows> of(DataSource database, RunKey key) {
        try (Connection connection = database.getConnection()) {
            List<RunRows> rows = new ArrayList<>();
            for (RunState run : RunStore.loadAll(connection, key.id())) {
                Map<UUID, EventText> texts = EventLog.texts(connection, LOCAL, RunRows.textEvents(run));
                rows.add(RunRows.of(key, run, Instant.EPOCH, event -> texts.getOrDefault(event, EventText.NONE)));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<RunRows> expected(List<SentEvent> sent) {
        Map<UUID, EventText> texts = new HashMap<>();
        sent.forEach(event -> texts.put(event.event().id(), EventJson.text(event)));
        RunKey key = sent.get(0).key();
        List<RunRows> rows = new ArrayList<>();
        for (RunState run : RunFold.fold(sent.stream().map(SentEvent::event).toList())) {
            rows.add(RunRows.of(key, run, Instant.EPOCH, event -> texts.getOrDefault(event, EventText.NONE)));
        }
        return rows;
    }

    static Map<RunKey, List<SentEvent>> byKey(List<SentEvent> traffic) {
        Map<RunKey, List<SentEvent>> keys = new LinkedHashMap<>();
        traffic.forEach(sent ->
                keys.computeIfAbsent(sent.key(), key -> new ArrayList<>()).add(sent));
        return keys;
    }

    static boolean isEmpty(DataSource database, String table) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                java.sql.ResultSet row = statement.executeQuery("SELECT FROM " + table + " LIMIT 1")) {
            return !row.next();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for what another thread of the server does. */
    public static void awaitEmpty(DataSource database, String table) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!isEmpty(database, table)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("There are still " + table);
            }
            Thread.onSpinWait();
        }
    }

    /** Once more after a deadlock: those who work behind the commits lock tables in an order of their own. */
    static void execute(DataSource database, String sql) {
        for (int left = 20; ; left--) {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
                return;
            } catch (SQLException e) {
                if (!DEADLOCK.equals(e.getSQLState()) || left == 0) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }
}
