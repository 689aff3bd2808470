package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.store.RunStore.RunChange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Folds every key again from the log, page by page of keys, each in a transaction of its own, while ingest goes on. Rows
 * that are right already are left alone, so a second run costs reading only; an interrupted one goes on where it was.
 */
public final class Rebuild {
    private static final int PAGE = 200;
    static final int SLOT = -1;
    private static final int MOST_DIFFERENCES_TOLD = 20;
    private static final UUID FIRST = new UUID(0, 0);

    private static final String COUNT =
            "SELECT count(*) FROM (SELECT DISTINCT key FROM event_log WHERE key IS NOT NULL) AS keys";
    private static final String NEXT_KEYS = """
            SELECT DISTINCT key FROM event_log WHERE key > ? ORDER BY key LIMIT ?
            """;
    private static final String FAIL = """
            INSERT INTO pending_folds (id, org, error) SELECT key, org, ? FROM event_log WHERE key = ? AND %s LIMIT 1
            ON CONFLICT (id) DO UPDATE SET error = excluded.error, claimed_until = NULL
            """.formatted(Refold.NOT_TOLD);
    private static final String LOAD_PROGRESS = "SELECT last_key FROM rebuild_progress WHERE fold = 'run'";
    private static final String SAVE_PROGRESS = """
            INSERT INTO rebuild_progress (fold, last_key) VALUES ('run', ?)
            ON CONFLICT (fold) DO UPDATE SET last_key = excluded.last_key, updated_at = now()
            """;
    private static final String LOG_BESIDE_ACCOUNTS = """
            SELECT source, coalesce(a.n, 0) AS counted, coalesce(l.n, 0) AS actual
            FROM (SELECT source, sum(accepted + ignored) AS n FROM accounting GROUP BY source) AS a
            FULL JOIN (SELECT source, count(*) AS n FROM event_log GROUP BY source) AS l USING (source)
            WHERE coalesce(a.n, 0) <> coalesce(l.n, 0)
            """;

    private final DataSource database;
    private final int factsAtOnce;

    public Rebuild(DataSource database) {
        this(database, 500);
    }

    /** @param factsAtOnce how many events that are no run's are read for a page */
    public Rebuild(DataSource database, int factsAtOnce) {
        this.database = database;
        this.factsAtOnce = factsAtOnce;
    }

    public record Progress(long keysDone, long keysTotal) {}

    /** @param waiting keys that were not compared, because their rows are known to be behind and wait to be folded */
    public record Report(long keys, long waiting, long differences, List<String> firstDifferences) {}

    /** @param verify only look, and tell what differs */
    public Report run(boolean verify, Consumer<Progress> progress) throws SQLException {
        Differences differences = new Differences();
        long done = 0;
        long waiting = 0;
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            RunSave.prepare(connection);
            connection.commit();
            if (verify) { // rows, log and what waits must be of one moment, or ingest would look like a difference
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            }
            new FactRebuild(connection, verify, factsAtOnce, differences::add)
                    .run(); // first, for sessions are made with them
            new TelemetryRebuild(connection, verify, factsAtOnce, differences::add).run();
            TelemetryRollUps.differences(connection, !verify).forEach(differences::add);
            connection.commit();
            SignalOutlook outlook = SignalOutlook.of(StoredPhases.load(connection));
            FailureRebuild failures =
                    new FailureRebuild(connection, outlook.phases(), verify, micros(), differences::add);
            long total = count(connection);
            UUID last = verify ? FIRST : loadProgress(connection);
            List<UUID> keys;
            do {
                keys = nextKeys(connection, last);
                UUID end = keys.isEmpty() ? new UUID(-1, -1) : keys.get(keys.size() - 1);
                for (Orphans orphans : Orphans.OF_KEYS) {
                    orphans.find(connection, last, end, verify, differences::add);
                }
                List<UUID> due = verify ? notWaiting(connection, keys) : keys;
                failures.page(folded(connection, due, verify, outlook, differences));
                steps(connection, due, verify, differences);
                ToldSignals.differing(connection, due, !verify)
                        .forEach(id -> differences.add("the signal of job " + id + " is not what was told last"));
                waiting += keys.size() - due.size();
                last = end;
                if (!verify) {
                    saveProgress(connection, keys.isEmpty() ? FIRST : last);
                }
                connection.commit();
                done += keys.size();
                progress.accept(new Progress(done, Math.max(total, done)));
            } while (!keys.isEmpty());
            if (!verify) {
                OutcomeRebuild.run(connection);
            }
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            RunRollUps.differences(connection, SLOT, !verify).forEach(differences::add);
            Orphans.STEPS.find(connection, FIRST, FIRST, verify, differences::add);
            StageRollUps.differences(connection, SLOT, !verify).forEach(differences::add);
            StageEventRows.differences(connection, !verify).forEach(differences::add);
            SessionRollUps.differences(connection, SLOT, !verify).forEach(differences::add);
            failures.finish();
            accounts(connection, differences);
            connection.commit();
        }
        return new Report(done - waiting, waiting, differences.count, differences.first);
    }

    private static final class Differences {
        long count;
        final List<String> first = new ArrayList<>();

        void add(String sentence) {
            count++;
            if (first.size() < MOST_DIFFERENCES_TOLD) {
                first.add(sentence);
            }
        }

        void add(Differences found) {
            count += found.count;
            found.first.stream().limit(MOST_DIFFERENCES_TOLD - first.size()).forEach(first::add);
        }
    }

    private static long count(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(COUNT)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static List<UUID> nextKeys(Connection connection, UUID last) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NEXT_KEYS)) {
            select.setObject(1, last);
            select.setInt(2, PAGE);
            return ids(select);
        }
    }

    private static List<UUID> ids(PreparedStatement select) throws SQLException {
        List<UUID> ids = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                ids.add(row.getObject(1, UUID.class));
            }
        }
        return ids;
    }

    private static List<UUID> notWaiting(Connection connection, List<UUID> keys) throws SQLException {
        List<UUID> rest = new ArrayList<>(keys);
        rest.removeAll(PendingFolds.waiting(connection, keys));
        rest.removeAll(Attributions.waiting(connection, keys));
        return rest;
    }

    /** They are counted behind the commits: a run that changed since is no mistake. */
    private static void steps(Connection connection, List<UUID> keys, boolean verify, Differences differences)
            throws SQLException {
        if (!verify) {
            BehindCommits.hold(connection, StepSheets.FOLLOWER);
            StepSheets.count(connection, SLOT, keys);
            return;
        }
        Set<UUID> waiting = BehindCommits.waiting(connection, StepSheets.FOLLOWER);
        if (waiting != null) {
            List<UUID> counted = new ArrayList<>(keys);
            counted.removeAll(waiting);
            StepSheets.differing(connection, counted)
                    .forEach(id -> differences.add("the steps of run " + id + " are not counted as they are"));
        }
    }

    /**
     * A key that cannot be compared or saved is told and left as it is, whatever the reason; its neighbours go on.
     *
     * @return the runs that these keys are
     */
    private static List<UUID> folded(
            Connection connection, List<UUID> keys, boolean verify, SignalOutlook outlook, Differences differences)
            throws SQLException {
        Savepoint before = connection.setSavepoint();
        Differences found = new Differences();
        try {
            List<UUID> runs = page(connection, keys, verify, outlook, found);
            connection.releaseSavepoint(before);
            differences.add(found);
            return runs;
        } catch (RuntimeException | SQLException e) {
            if (e instanceof SQLException failed && !isOfData(failed)) {
                throw e;
            }
            connection.rollback(before);
            if (keys.size() > 1) {
                List<UUID> runs = new ArrayList<>();
                for (UUID key : keys) {
                    runs.addAll(folded(connection, List.of(key), verify, outlook, differences));
                }
                return runs;
            }
            differences.add("key " + keys.get(0) + " cannot be folded: " + e.getMessage());
            if (!verify) {
                fail(connection, keys.get(0), e);
            }
            return List.of();
        }
    }

    private static boolean isOfData(SQLException e) {
        String state = e.getSQLState();
        return state != null && (state.startsWith("22") || state.startsWith("23"));
    }

    private static List<UUID> page(
            Connection connection, List<UUID> keys, boolean verify, SignalOutlook outlook, Differences differences)
            throws SQLException {
        long stamp = stamp(connection);
        long now = micros();
        Set<UUID> sessions = Refold.ofSessions(connection, keys);
        if (!verify) {
            lock(connection, keys, sessions);
        }
        Map<UUID, Long> marks = PendingFolds.marks(connection, keys);
        RunSave all = new RunSave(stamp, now, outlook);
        for (UUID key : keys) {
            try {
                Refold.fold(connection, key, sessions.contains(key), now, verify, all);
            } catch (RuntimeException e) {
                differences.add("key " + key + " cannot be folded: " + e.getMessage());
                marks.remove(key);
                if (!verify) {
                    fail(connection, key, e);
                }
            }
        }
        RunSave wrong = wrong(all, all.differing(connection), new RunSave(stamp, now, outlook), differences);
        if (!verify) {
            wrong.write(connection, SLOT);
            PendingFolds.forget(connection, marks);
            if (!wrong.changes().isEmpty()) {
                Batches.record(
                        connection,
                        stamp,
                        0,
                        wrong.changes().stream().map(RunChange::id).toList());
            }
        }
        return all.changes().stream().map(RunChange::id).toList();
    }

    /** Ingest of these keys waits for this page. */
    private static void lock(Connection connection, List<UUID> keys, Set<UUID> sessions) throws SQLException {
        if (!sessions.isEmpty()) {
            Capabilities.lockSharedAll(connection);
        }
        RunStore.lock(connection, keys);
        if (!sessions.isEmpty()) {
            SessionStore.lock(connection, sessions);
            Attributions.done(connection, sessions); // they are made with what snapshots tell by now
        }
    }

    private static RunSave wrong(RunSave all, Set<UUID> differing, RunSave wrong, Differences differences) {
        List<RunChange> runs = new ArrayList<>();
        for (RunChange change : all.changes()) {
            if (change.role() != RunRole.SESSION && differing.contains(change.id())) {
                differences.add("run " + change.key().env() + "/" + change.key().serviceKey() + "/"
                        + change.key().workflowId() + " is not what its events say");
                runs.add(change);
            }
        }
        runs.sort((a, b) -> Ids.compareUnsigned(a.id(), b.id()));
        runs.forEach(wrong::add);
        List<SessionChange> sessions = new ArrayList<>();
        for (SessionChange change : all.sessions()) {
            UUID run = change.runId();
            if (differing.contains(change.id()) || (run != null && differing.contains(run))) {
                differences.add("session " + change.row().workflowSessionId() + " is not what its events say");
                sessions.add(change);
            }
        }
        sessions.sort((a, b) -> Ids.compareUnsigned(a.id(), b.id()));
        sessions.forEach(wrong::add);
        return wrong;
    }

    private static void fail(Connection connection, UUID key, Exception why) throws SQLException {
        try (PreparedStatement fail = connection.prepareStatement(FAIL)) {
            fail.setString(1, why.toString());
            fail.setObject(2, key);
            fail.executeUpdate();
        }
    }

    private static void accounts(Connection connection, Differences differences) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(LOG_BESIDE_ACCOUNTS)) {
            while (row.next()) {
                differences.add("source " + row.getInt(1) + " has " + row.getLong(3)
                        + " events in the log, its account says " + row.getLong(2));
            }
        }
    }

    private static long stamp(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery("SELECT nextval('batch_number')")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static UUID loadProgress(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LOAD_PROGRESS)) {
            List<UUID> last = ids(select);
            return last.isEmpty() ? FIRST : last.get(0);
        }
    }

    private static void saveProgress(Connection connection, UUID last) throws SQLException {
        try (PreparedStatement save = connection.prepareStatement(SAVE_PROGRESS)) {
            save.setObject(1, last);
            save.executeUpdate();
        }
    }

    private static long micros() {
        return System.currentTimeMillis() * 1000;
    }
}
