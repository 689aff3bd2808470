package dev.weir.bench;

import dev.weir.core.event.EventError;
import dev.weir.core.event.EventType;
import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.RunFold;
import dev.weir.core.signal.Phases;
import dev.weir.store.RunSave;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.SignalOutlook;
import dev.weir.store.Sources;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** Runs of a month, folded and saved as Weir does it, but without their events: only lists are to be read. */
final class StoredRunLoader implements AutoCloseable {
    static final UUID ORG = UUID.fromString("00000000-0000-8000-8000-000000000001");
    private static final long SPAN = 30L * 86_400_000_000L;
    private static final int AT_ONCE = 5_000;
    private static final int SLOT = 0;
    private static final List<String> ENVIRONMENTS = List.of("production", "staging", "development");
    private static final int SERVICES = 10;
    private static final int NAMES = 4;

    private final Connection connection;
    private final int org;
    private final Map<Sources.Name, Integer> sources;
    private final SplittableRandom random = new SplittableRandom(30);
    private final long end;
    private final int open;
    private long stamp;

    /**
     * @param nowMicros when the month ends
     * @param open how many are open then
     */
    StoredRunLoader(String jdbcUrl, long nowMicros, int open) throws SQLException {
        connection = DriverManager.getConnection(jdbcUrl);
        connection.setAutoCommit(false);
        RunSave.prepare(connection);
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(jdbcUrl);
        Sources numbers = new Sources(database);
        org = numbers.org(ORG);
        sources = numbers.numbers(org, names());
        end = nowMicros;
        this.open = open;
    }

    private static List<Sources.Name> names() {
        List<Sources.Name> names = new ArrayList<>();
        for (String env : ENVIRONMENTS) {
            for (int i = 0; i < SERVICES; i++) {
                names.add(new Sources.Name(env, "service-" + i));
            }
        }
        return names;
    }

    /** Adds runs number {@code from} to {@code to}, spread over the month; the last few of them are still open. */
    void load(int from, int to) throws SQLException {
        Indexes indexes = Indexes.drop(connection, "runs");
        List<RunChange> changes = new ArrayList<>(AT_ONCE);
        for (int i = from; i < to; i++) {
            changes.add(run(i, (double) (i - from) / (to - from), from == 0 && to - i <= open));
            if (changes.size() == AT_ONCE || i == to - 1) {
                save(changes);
                changes.clear();
            }
        }
        indexes.create(connection);
        connection.commit();
        vacuum();
    }

    private void vacuum() throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("VACUUM ANALYZE");
        }
        connection.setAutoCommit(false);
    }

    private void save(List<RunChange> changes) throws SQLException {
        RunSave save = new RunSave(++stamp, end, SignalOutlook.withoutPast(Phases.DEFAULT));
        changes.forEach(save::add);
        save.write(connection, SLOT);
        connection.commit();
    }

    private RunChange run(int number, double place, boolean open) {
        int service = random.nextInt(SERVICES);
        int env = random.nextInt(10) < 6 ? 0 : random.nextInt(10) < 6 ? 1 : 2;
        RunKey key = new RunKey(ORG, ENVIRONMENTS.get(env), "service-" + service, "run-" + number);
        String name = "workflow-" + service + "-" + random.nextInt(NAMES);
        long took = 1_000_000L + random.nextLong(60_000_000L);
        long at = open ? end - 1000L * random.nextInt(7_200_000) : end - SPAN + (long) ((SPAN - took) * place);
        List<WorkflowEvent> events = new ArrayList<>();
        events.add(event(number, 0, EventType.WORKFLOW_STARTED, at, name, null, null));
        events.add(event(number, 1, EventType.STEP_STARTED, at, name, "charge", null));
        if (!open) {
            int luck = random.nextInt(100);
            EventError error = new EventError("The provider did not answer within " + luck + " s.", null, null, null);
            events.add(
                    luck < 6
                            ? event(number, 2, EventType.STEP_FAILED, at + took, name, "charge", error)
                            : event(number, 2, EventType.STEP_COMPLETED, at + took, name, "charge", null));
            EventType how = luck < 6
                    ? EventType.WORKFLOW_FAILED
                    : luck == 6 ? EventType.WORKFLOW_CANCELLED : EventType.WORKFLOW_COMPLETED;
            events.add(event(number, 3, how, at + took, name, null, luck < 6 ? error : null));
        }
        int source = Objects.requireNonNull(sources.get(new Sources.Name(key.env(), key.serviceKey())));
        return new RunChange(key, key.id(), org, source, null, RunFold.fold(events), false);
    }

    private static WorkflowEvent event(
            int run,
            int place,
            EventType type,
            long at,
            String name,
            @Nullable String step,
            @Nullable EventError error) {
        UUID id = new UUID(((at / 1000) << 16) | 0x7000, 0x8000_0000_0000_0000L | ((long) run << 8) | place);
        return new WorkflowEvent(
                id,
                type,
                at,
                name,
                "execution-" + run,
                step,
                step == null ? null : 1,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                error,
                List.of(),
                false);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
