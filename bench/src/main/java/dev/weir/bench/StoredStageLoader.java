package dev.weir.bench;

import dev.weir.bench.Title.Moment;
import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunState;
import dev.weir.core.signal.Phases;
import dev.weir.core.stage.StageEvent;
import dev.weir.core.stage.StageFold;
import dev.weir.core.stage.StageRun;
import dev.weir.core.stage.StageState;
import dev.weir.store.RunRole;
import dev.weir.store.RunSave;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.SignalOutlook;
import dev.weir.store.Sources;
import dev.weir.store.StageChange;
import dev.weir.store.StageEventRows;
import dev.weir.store.StageSheet;
import dev.weir.store.StepSheets;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Titles, folded and saved as Weir does it: as stages with their events in the log, or as runs with steps. Only the way
 * there is shorter: whole titles at a time, by two writers, and indexes are made at the end.
 */
final class StoredStageLoader {
    private static final UUID ORG = StoredRunLoader.ORG;
    private static final int AT_ONCE = 1_500;
    private static final int WRITERS = 2;
    private static final List<String> TABLES = List.of("runs", "stages", "stage_workflows");
    private static final String COPY_LOG = "COPY event_log (" + CopyRows.COLUMNS + ") FROM STDIN (FORMAT binary)";
    private static final String ACCOUNT = """
            INSERT INTO accounting AS a (source, credential, slot, received, accepted, duplicates, ignored, rejected)
            VALUES (?, 'local', 0, ?, ?, 0, 0, 0)
            ON CONFLICT (source, credential, slot) DO UPDATE
            SET received = a.received + excluded.received, accepted = a.accepted + excluded.accepted
            """;

    private final String jdbcUrl;
    private final long now;
    private final int org;
    private final Map<Sources.Name, Integer> sources;
    private final AtomicLong stamps = new AtomicLong();

    /** @param now in microseconds */
    StoredStageLoader(String jdbcUrl, long now) throws SQLException {
        this.jdbcUrl = jdbcUrl;
        this.now = now;
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(jdbcUrl);
        Sources numbers = new Sources(database);
        org = numbers.org(ORG);
        List<Sources.Name> names = new ArrayList<>();
        for (String env : Titles.ENVIRONMENTS) {
            Titles.SERVICES.forEach(service -> names.add(new Sources.Name(env, service)));
        }
        sources = numbers.numbers(org, names);
    }

    /** Told of all titles, one after the other. */
    interface Witness {
        void saw(List<Title> titles) throws SQLException;
    }

    /** Makes a run of a title. */
    private interface Folding {
        RunChange change(Title title, RunKey key, int source, List<GeneratedEvent> log, StageEventRows rows);
    }

    void loadStages(Titles titles, Witness witness) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                PreparedStatement ensure = connection.prepareStatement("SELECT ensure_log_partition(?)")) {
            for (long at = now - Titles.SPAN; at <= now; at += 86_400_000_000L) {
                ensure.setInt(1, Ids.monthOf(StageEventText.id(0, 0, at)));
                ensure.execute();
            }
        }
        load(titles, witness, () -> {
            StageEventText text = new StageEventText();
            return (title, key, source, log, rows) -> ofStages(title, key, source, log, rows, text);
        });
    }

    void loadSteps(Titles titles, Witness witness) throws SQLException, IOException {
        load(titles, witness, () -> (title, key, source, log, rows) -> {
            RunState run = TitleRun.of(title);
            return new RunChange(key, key.id(), org, source, null, List.of(run), false);
        });
    }

    private void load(Titles titles, Witness witness, Callable<Folding> foldings) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
            List<Indexes> indexes = new ArrayList<>();
            for (String table : TABLES) {
                indexes.add(Indexes.drop(connection, table));
            }
            List<Callable<Void>> writers = new ArrayList<>();
            for (int slot = 0; slot < WRITERS; slot++) {
                int own = slot;
                writers.add(() -> write(titles, witness, foldings.call(), own));
            }
            runAll(writers);
            for (Indexes dropped : indexes) {
                dropped.create(connection);
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute("VACUUM ANALYZE");
            }
        }
    }

    private @Nullable Void write(Titles titles, Witness witness, Folding folding, int slot)
            throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
            connection.setAutoCommit(false);
            RunSave.prepare(connection);
            for (List<Title> some = take(titles, witness); !some.isEmpty(); some = take(titles, witness)) {
                save(connection, some, folding, slot);
            }
        }
        return null;
    }

    private static List<Title> take(Titles titles, Witness witness) throws SQLException {
        synchronized (titles) {
            List<Title> some = new ArrayList<>(AT_ONCE);
            while (some.size() < AT_ONCE && titles.hasNext()) {
                some.add(titles.next());
            }
            witness.saw(some);
            return some;
        }
    }

    private void save(Connection connection, List<Title> titles, Folding folding, int slot)
            throws SQLException, IOException {
        long stamp = stamps.incrementAndGet();
        RunSave save = new RunSave(stamp, now, SignalOutlook.withoutPast(Phases.DEFAULT));
        Map<Integer, List<GeneratedEvent>> log = new LinkedHashMap<>();
        StageEventRows rows = new StageEventRows();
        List<RunChange> changes = new ArrayList<>(titles.size());
        for (Title title : titles) {
            RunKey key = new RunKey(ORG, title.env(), title.service(), title.id());
            int source = Objects.requireNonNull(sources.get(new Sources.Name(title.env(), title.service())));
            List<GeneratedEvent> events = log.computeIfAbsent(source, any -> new ArrayList<>());
            changes.add(folding.change(title, key, source, events, rows));
        }
        changes.sort((a, b) -> Ids.compareUnsigned(a.id(), b.id()));
        changes.forEach(save::add);
        append(connection, log, stamp);
        rows.write(connection);
        save.write(connection, slot);
        if (log.isEmpty()) {
            StepSheets.count(
                    connection, slot, changes.stream().map(RunChange::id).toList());
        }
        connection.commit();
    }

    private static void append(Connection connection, Map<Integer, List<GeneratedEvent>> log, long batch)
            throws SQLException {
        log.values().removeIf(List::isEmpty);
        if (log.isEmpty()) {
            return;
        }
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY_LOG);
        copy.writeToCopy(CopyRows.HEADER, 0, CopyRows.HEADER.length);
        for (Map.Entry<Integer, List<GeneratedEvent>> source : log.entrySet()) {
            byte[] rows = CopyRows.of(source.getValue(), batch, source.getKey());
            copy.writeToCopy(rows, 0, rows.length);
        }
        copy.writeToCopy(CopyRows.TRAILER, 0, CopyRows.TRAILER.length);
        copy.endCopy();
        try (PreparedStatement account = connection.prepareStatement(ACCOUNT)) {
            for (int source : log.keySet().stream().sorted().toList()) {
                int events = Objects.requireNonNull(log.get(source)).size();
                account.setInt(1, source);
                account.setLong(2, events);
                account.setLong(3, events);
                account.addBatch();
            }
            account.executeBatch();
        }
    }

    private RunChange ofStages(
            Title title, RunKey key, int source, List<GeneratedEvent> log, StageEventRows rows, StageEventText text) {
        UUID id = key.id();
        List<StageEvent> events = new ArrayList<>(title.moments().size());
        long number = Long.parseLong(
                title.id(), title.id().indexOf('-') + 1, title.id().length(), 10);
        for (int i = 0; i < title.moments().size(); i++) {
            Moment moment = title.moments().get(i);
            UUID eventId = StageEventText.id(number, i, moment.at());
            StageEvent event = new StageEvent(
                    eventId,
                    StageEventText.type(moment),
                    moment.at(),
                    title.name(),
                    moment.stage(),
                    moment.slaDue() == 0 ? null : Long.valueOf(moment.slaDue()));
            events.add(event);
            rows.add(event, moment.at(), source, id, title.id());
            log.add(new GeneratedEvent(
                    moment.at(),
                    eventId,
                    id,
                    StageEventText.type(moment).wireName(),
                    text.json(title, moment, eventId)));
        }
        StageState state = Objects.requireNonNull(StageFold.fold(events));
        RunState run = StageRun.of(key, state);
        StageSheet sheet = StageSheet.of(key, source, state, run.isEnded());
        return new RunChange(
                key, id, org, source, null, List.of(run), false, RunRole.OF_STAGES, new StageChange(id, null, sheet));
    }

    private static void runAll(List<Callable<Void>> writers) throws SQLException, IOException {
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try {
            for (Future<Void> writer : threads.invokeAll(writers)) {
                writer.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new IOException("Loading failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The benchmark was interrupted.", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
