package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunState;
import dev.weir.core.signal.Failure;
import dev.weir.core.signal.FailureText;
import dev.weir.core.signal.Fingerprint;
import dev.weir.core.signal.LoggedText;
import dev.weir.core.signal.Outcome;
import dev.weir.core.signal.Phases;
import dev.weir.core.signal.SignalFold;
import dev.weir.core.signal.SignalPhase;
import dev.weir.core.signal.SignaturePattern;
import dev.weir.core.signal.WorkflowHistory;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The runs that failed, each with what kind of failure it was and how long it took until its workflow id succeeded. */
final class Failures {
    /** Of keys that failed ever, or are said to have: all that has ended, for a success says how long a failure lasted. */
    private static final String ENDED = "SELECT " + RunStateReader.COLUMNS + """
            , r.env, r.service_key, r.workflow_id, r.source, r.org, r.newest, o.id AS org_id
            FROM runs r JOIN organisations o ON o.org = r.org
            WHERE r.ended_at IS NOT NULL AND r.id IN (
              SELECT f.id FROM runs f WHERE f.id = ANY(?) AND f.status = 'failed'
              UNION SELECT k.id FROM failures k WHERE k.id = ANY(?))
            ORDER BY r.id, r.run_seq
            """;

    private static final String STORED = """
            SELECT f.id, f.run_seq, f.org, f.source, f.signature, micros(f.failed_at), f.repair_ms, f.told_by,
                   f.workflow_name, f.step_name, f.phase, f.error_code, f.newest, f.message
            FROM failures f WHERE f.id = ANY(?)
            """;

    private static final String DELETE =
            "DELETE FROM failures f USING unnest(?::uuid[], ?::int[]) AS gone(id, run_seq) "
                    + "WHERE f.id = gone.id AND f.run_seq = gone.run_seq";
    private static final String INSERT = "COPY failures (id, run_seq, org, source, signature, failed_at, repair_ms, "
            + "told_by, workflow_name, step_name, phase, error_code, newest, message) FROM STDIN (FORMAT binary)";
    private static final int COLUMN_COUNT = 14;

    private final Connection connection;
    private final Phases phases;

    Failures(Connection connection, Phases phases) {
        this.connection = connection;
        this.phases = phases;
    }

    /** Which run. */
    record Place(UUID id, int runSeq) {}

    /**
     * A run that failed.
     *
     * @param toldBy stands for the events that say what happened: as long as they are the same, nothing has to be read again
     * @param newest whether it is the newest run of its workflow id
     * @param message see {@link #messageNumber}
     */
    record Row(
            Place place,
            int org,
            int source,
            UUID signature,
            long failedAt,
            @Nullable Long repairMs,
            @Nullable UUID toldBy,
            String workflowName,
            @Nullable String step,
            SignalPhase phase,
            String code,
            boolean newest,
            long message) {

        /** The same, under another signature: somebody may have written down the pattern before it was learned. */
        Row of(UUID other) {
            return other.equals(signature)
                    ? this
                    : new Row(
                            place,
                            org,
                            source,
                            other,
                            failedAt,
                            repairMs,
                            toldBy,
                            workflowName,
                            step,
                            phase,
                            code,
                            newest,
                            message);
        }
    }

    /** What a signature is first known by. */
    record Kind(UUID signature, UUID tenant, SignaturePattern pattern, String example) {}

    /** What has become of some keys: rows that are no longer so, rows that are so now, and kinds that may be new. */
    record Change(List<Row> before, List<Row> after, Map<UUID, Kind> kinds) {
        boolean isNone() {
            return before.isEmpty() && after.isEmpty();
        }
    }

    /** Compares what the runs of these keys say with what is stored. */
    Change look(Collection<UUID> keys) throws SQLException {
        Set<UUID> older = new HashSet<>();
        Map<UUID, List<Ended>> ended = ended(keys, older);
        Map<Place, Row> stored = stored(keys);
        ended.keySet().removeAll(older);
        stored.keySet().removeIf(place -> older.contains(place.id()));
        Map<UUID, Kind> kinds = new HashMap<>();
        List<Row> after = new ArrayList<>();
        for (Row row : now(ended, stored, kinds)) {
            if (row.equals(stored.get(row.place()))) {
                stored.remove(row.place());
            } else {
                after.add(row);
            }
        }
        return new Change(List.copyOf(stored.values()), after, kinds);
    }

    void save(Change change) throws SQLException {
        if (!change.before().isEmpty()) {
            try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
                delete.setArray(
                        1,
                        array(
                                "uuid",
                                change.before().stream().map(row -> row.place().id())));
                delete.setArray(
                        2,
                        array(
                                "int4",
                                change.before().stream().map(row -> row.place().runSeq())));
                delete.executeUpdate();
            }
        }
        BinaryCopy rows = new BinaryCopy();
        change.after().forEach(row -> add(rows, row));
        if (rows.rows() > 0) {
            rows.send(connection, INSERT);
        }
    }

    private Array array(String type, Stream<?> values) throws SQLException {
        return connection.createArrayOf(type, values.toArray());
    }

    private static void add(BinaryCopy rows, Row row) {
        rows.row(COLUMN_COUNT)
                .uuid(row.place().id())
                .integer(row.place().runSeq())
                .integer(row.org())
                .integer(row.source())
                .uuid(row.signature())
                .timestamp(row.failedAt())
                .bigint(row.repairMs())
                .uuid(row.toldBy())
                .text(row.workflowName())
                .text(row.step())
                .text(row.phase().label())
                .text(row.code())
                .bool(row.newest())
                .bigint(row.message());
    }

    private Map<Place, Row> stored(Collection<UUID> keys) throws SQLException {
        Map<Place, Row> stored = new LinkedHashMap<>();
        try (PreparedStatement select = connection.prepareStatement(STORED)) {
            select.setArray(1, array("uuid", keys.stream()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Place place = new Place(row.getObject(1, UUID.class), row.getInt(2));
                    stored.put(
                            place,
                            new Row(
                                    place,
                                    row.getInt(3),
                                    row.getInt(4),
                                    row.getObject(5, UUID.class),
                                    row.getLong(6),
                                    row.getObject(7, Long.class),
                                    row.getObject(8, UUID.class),
                                    row.getString(9),
                                    row.getString(10),
                                    SignalPhase.of(row.getString(11)),
                                    row.getString(12),
                                    row.getBoolean(13),
                                    row.getLong(14)));
                }
            }
        }
        return stored;
    }

    private record Ended(RunKey key, UUID id, int org, int source, boolean newest, RunState run) {}

    private List<Row> now(Map<UUID, List<Ended>> ended, Map<Place, Row> stored, Map<UUID, Kind> kinds)
            throws SQLException {
        Map<UUID, LoggedText> texts = texts(ended.values(), stored);
        List<Row> rows = new ArrayList<>();
        for (List<Ended> runs : ended.values()) {
            Map<Integer, WorkflowHistory.Repair> repairs = new HashMap<>();
            WorkflowHistory.repairs(outcomes(runs)).forEach(repair -> repairs.put(repair.runSeq(), repair));
            for (Ended run : runs) {
                WorkflowHistory.Repair repair = repairs.get(run.run().seq());
                if (repair != null) {
                    Row known = stored.get(new Place(run.id(), run.run().seq()));
                    rows.add(
                            known != null && isTold(known, run)
                                    ? told(known, run, repair)
                                    : row(run, repair, texts, kinds));
                }
            }
        }
        return rows;
    }

    private static List<Outcome> outcomes(List<Ended> runs) {
        return runs.stream()
                .map(run -> Outcome.of(run.key(), run.run()))
                .filter(Objects::nonNull)
                .toList();
    }

    private boolean isTold(Row known, Ended run) {
        return Objects.equals(known.toldBy(), toldBy(run.run()))
                && Objects.equals(known.step(), run.run().errorStep())
                && known.phase() == phases.of(run.run().errorStep());
    }

    private static @Nullable UUID toldBy(RunState run) {
        Set<UUID> events = SignalFold.textEvents(run);
        return events.isEmpty()
                ? null
                : Ids.named("told", events.stream().map(UUID::toString).toArray(String[]::new));
    }

    private static Row told(Row known, Ended run, WorkflowHistory.Repair repair) {
        return new Row(
                known.place(),
                run.org(),
                run.source(),
                known.signature(),
                repair.failedAt(),
                repair.repairMs(),
                known.toldBy(),
                run.run().workflowName(),
                known.step(),
                known.phase(),
                known.code(),
                run.newest(),
                messageNumber(run.run().errorMessage()));
    }

    private Row row(Ended run, WorkflowHistory.Repair repair, Map<UUID, LoggedText> texts, Map<UUID, Kind> kinds) {
        FailureText text = FailureText.of(run.run(), phases, event -> texts.getOrDefault(event, LoggedText.NONE));
        Fingerprint fingerprint = Fingerprint.of(text);
        Failure failure = new Failure(
                run.id(), run.run().seq(), repair.failedAt(), Fingerprint.codeOf(text), text.phase(), text.step());
        SignaturePattern pattern = SignaturePattern.of(failure);
        UUID signature = Ids.named("signature", run.key().org().toString(), pattern.hash());
        kinds.computeIfAbsent(signature, id -> new Kind(id, run.key().org(), pattern, example(fingerprint)));
        return new Row(
                new Place(run.id(), run.run().seq()),
                run.org(),
                run.source(),
                signature,
                repair.failedAt(),
                repair.repairMs(),
                toldBy(run.run()),
                run.run().workflowName(),
                text.step(),
                text.phase(),
                failure.code(),
                run.newest(),
                messageNumber(run.run().errorMessage()));
    }

    /** Stands for a message where messages are counted and not shown: the same for the same, and 0 for none. */
    static long messageNumber(@Nullable String message) {
        return message == null ? 0 : Ids.named("message", message).getMostSignificantBits();
    }

    private static String example(Fingerprint fingerprint) {
        return fingerprint.type().isEmpty() || fingerprint.message().isEmpty()
                ? fingerprint.type() + fingerprint.message()
                : fingerprint.type() + ": " + fingerprint.message();
    }

    /** @param older gets the keys that an older fold left: what is known of them stays, and they come again once folded */
    private Map<UUID, List<Ended>> ended(Collection<UUID> keys, Set<UUID> older) throws SQLException {
        Map<UUID, List<Ended>> ended = new LinkedHashMap<>();
        try (PreparedStatement select = connection.prepareStatement(ENDED)) {
            select.setArray(1, array("uuid", keys.stream()));
            select.setArray(2, array("uuid", keys.stream()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    StoredRun stored = RunStore.read(row);
                    if (stored.state() == null) {
                        older.add(row.getObject("id", UUID.class));
                    } else {
                        Ended run = new Ended(
                                new RunKey(
                                        row.getObject("org_id", UUID.class),
                                        row.getString("env"),
                                        row.getString("service_key"),
                                        row.getString("workflow_id")),
                                row.getObject("id", UUID.class),
                                row.getInt("org"),
                                row.getInt("source"),
                                row.getBoolean("newest"),
                                stored.state());
                        ended.computeIfAbsent(run.id(), id -> new ArrayList<>()).add(run);
                    }
                }
            }
        }
        return ended;
    }

    /** Of failures that are not known yet. */
    private Map<UUID, LoggedText> texts(Collection<List<Ended>> ended, Map<Place, Row> stored) throws SQLException {
        Map<Integer, Set<UUID>> wanted = new HashMap<>();
        for (List<Ended> runs : ended) {
            for (Ended run : runs) {
                Row known = stored.get(new Place(run.id(), run.run().seq()));
                if (known == null || !isTold(known, run)) {
                    wanted.computeIfAbsent(run.org(), org -> new HashSet<>()).addAll(SignalFold.textEvents(run.run()));
                }
            }
        }
        return EventLog.loggedTexts(connection, wanted);
    }
}
