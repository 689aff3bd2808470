package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.run.RunRows;
import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.CapabilityModel;
import dev.weir.core.session.Sighting;
import dev.weir.store.FactTable.Column;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What snapshots tell of orchestrators. Whoever adds facts and whoever looks them up for a session's new sightings hold
 * each other off until they commit, so that of the two one always sees the other: either the session is made with the
 * facts, or it is among those that the facts touch.
 */
public final class Capabilities {
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtext('weir.capabilities'), ?)";
    private static final String LOCK_SHARED = "SELECT pg_advisory_xact_lock_shared(hashtext('weir.capabilities'), ?)";
    private static final String LOCK_ALL =
            "SELECT pg_advisory_xact_lock(hashtext('weir.capabilities'), org) FROM organisations ORDER BY org";
    private static final String LOCK_SHARED_ALL =
            "SELECT pg_advisory_xact_lock_shared(hashtext('weir.capabilities'), org) FROM organisations ORDER BY org";
    private static final String ADD_IDENTITIES = """
            INSERT INTO orchestrator_identities (org, identity, address, local_address, orch_uri)
            SELECT ?, * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[]) ON CONFLICT (identity) DO NOTHING
            """;
    /**
     * Between the facts of its group before and after it, a fact is the nearest to what was seen. Times that are the same
     * are within, for what breaks ties is not in the sightings.
     *
     * <p>OFFSET 0 keeps the planner from joining sightings before the times are known: while it has no statistics of
     * them it would read all of them for every fact, and ingest waits for that.
     */
    private static final String TOUCH = """
            INSERT INTO pending_attributions AS p (session, org)
            SELECT DISTINCT seen.session, i.org
            FROM unnest(?::uuid[], ?::boolean[], ?::timestamptz[]) AS f(identity, has_models, at)
            JOIN orchestrator_identities i ON i.identity = f.identity
            CROSS JOIN LATERAL (SELECT max(c.at) AS at FROM capability_facts c
              WHERE c.identity = f.identity AND c.has_models = f.has_models AND c.at < f.at) AS previous
            CROSS JOIN LATERAL (SELECT min(c.at) AS at FROM capability_facts c
              WHERE c.identity = f.identity AND c.has_models = f.has_models AND c.at > f.at) AS next
            CROSS JOIN LATERAL unnest(ARRAY[i.address, i.local_address, i.orch_uri]) AS n(name)
            CROSS JOIN LATERAL (SELECT s.session FROM session_sightings s
              WHERE s.org = i.org AND s.name = n.name AND s.first_at >= coalesce(previous.at, '-infinity')
                AND s.first_at <= coalesce(next.at, 'infinity') OFFSET 0) AS seen
            ORDER BY 1
            ON CONFLICT (session) DO UPDATE SET marks = p.marks + 1
            """;

    /** All facts of the nearest snapshots: one may tell of an orchestrator twice. */
    private static final String NEAREST = """
            SELECT w.place, i.address, i.local_address, i.orch_uri, f.snapshot, f.index, micros(f.at), f.gateway, f.version,
                   f.models::text
            FROM unnest(?::int[], ?::text[], ?::timestamptz[]) AS w(place, name, at)
            CROSS JOIN LATERAL (
              SELECT * FROM orchestrator_identities WHERE org = ? AND address = w.name
              UNION SELECT * FROM orchestrator_identities WHERE org = ? AND local_address = w.name
              UNION SELECT * FROM orchestrator_identities WHERE org = ? AND orch_uri = w.name) AS i
            CROSS JOIN (VALUES (false), (true)) AS m(has_models)
            CROSS JOIN LATERAL (
              (SELECT c.at, c.snapshot FROM capability_facts c
               WHERE c.identity = i.identity AND c.has_models = m.has_models AND c.at <= w.at
               ORDER BY c.at DESC, c.snapshot DESC LIMIT 1)
              UNION ALL
              (SELECT c.at, c.snapshot FROM capability_facts c
               WHERE c.identity = i.identity AND c.has_models = m.has_models AND c.at > w.at
               ORDER BY c.at, c.snapshot LIMIT 1)) AS nearest
            JOIN capability_facts f ON f.identity = i.identity AND f.has_models = m.has_models
              AND f.at = nearest.at AND f.snapshot = nearest.snapshot
            """;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Capabilities() {}

    /** To be taken before any row is locked, for those who add facts. */
    public static void lock(Connection connection, int org) throws SQLException {
        lock(connection, LOCK, org);
    }

    /** To be taken before any row is locked, for those who make sessions with sightings that are not stored yet. */
    public static void lockShared(Connection connection, int org) throws SQLException {
        lock(connection, LOCK_SHARED, org);
    }

    private static void lock(Connection connection, String sql, int org) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(sql)) {
            lock.setInt(1, org);
            lock.execute();
        }
    }

    /** As {@link #lockShared}, for whoever folds keys of many organisations. */
    static void lockSharedAll(Connection connection) throws SQLException {
        try (Statement lock = connection.createStatement()) {
            lock.execute(LOCK_SHARED_ALL);
        }
    }

    static void lockAll(Connection connection) throws SQLException {
        try (Statement lock = connection.createStatement()) {
            lock.execute(LOCK_ALL);
        }
    }

    /** Addresses and URLs as they are stored and sought: the same for all that are equal but for their case. */
    static String folded(String name) {
        StringBuilder folded = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            folded.append(Character.toLowerCase(Character.toUpperCase(name.charAt(i))));
        }
        return folded.toString();
    }

    record Identity(
            UUID id,
            String address,
            String localAddress,
            @Nullable String orchUri) {
        static Identity of(int org, CapabilityFact fact) {
            String address = folded(fact.address());
            String local = folded(fact.localAddress());
            String uri = fact.orchUri() == null ? null : folded(fact.orchUri());
            UUID id = Ids.named("orchestrator", Integer.toString(org), address, local, uri == null ? "" : "=" + uri);
            return new Identity(id, address, local, uri);
        }
    }

    /** A fact with its orchestrator's identity. */
    record Told(Identity identity, CapabilityFact fact) {
        static Told of(int org, CapabilityFact fact) {
            return new Told(Identity.of(org, fact), fact);
        }

        boolean hasModels() {
            return !fact.models().isEmpty();
        }
    }

    static final FactTable<Told> FACTS = new FactTable<>(
            "capability_facts",
            "snapshot",
            List.of(
                    new Column<>("identity", "uuid", told -> told.identity().id()),
                    new Column<>("has_models", "bool", Told::hasModels),
                    new Column<>("at", "timestamptz", told -> time(told.fact().at())),
                    new Column<>("snapshot", "uuid", told -> told.fact().snapshot()),
                    new Column<>("index", "int4", told -> told.fact().index()),
                    new Column<>("gateway", "text", told -> told.fact().gateway()),
                    new Column<>("version", "text", told -> told.fact().version()),
                    new Column<>("models", "json", "text", told -> models(told.fact()))));

    /** Stores facts and asks for the sessions that they touch. Under {@link #lock}. */
    public static void add(Connection connection, int org, List<CapabilityFact> facts) throws SQLException {
        if (facts.isEmpty()) {
            return;
        }
        List<Told> told = facts.stream().map(fact -> Told.of(org, fact)).toList();
        addIdentities(
                connection, org, told.stream().map(Told::identity).distinct().toList());
        FACTS.add(connection, told);
        try (PreparedStatement touch = connection.prepareStatement(TOUCH)) {
            set(touch, 1, "uuid", told, one -> one.identity().id());
            set(touch, 2, "bool", told, Told::hasModels);
            set(touch, 3, "timestamptz", told, one -> time(one.fact().at()));
            touch.executeUpdate();
        }
    }

    private static void addIdentities(Connection connection, int org, List<Identity> identities) throws SQLException {
        try (PreparedStatement add = connection.prepareStatement(ADD_IDENTITIES)) {
            add.setInt(1, org);
            set(add, 2, "uuid", identities, Identity::id);
            set(add, 3, "text", identities, Identity::address);
            set(add, 4, "text", identities, Identity::localAddress);
            set(add, 5, "text", identities, Identity::orchUri);
            add.executeUpdate();
        }
    }

    private static String models(CapabilityFact fact) {
        JsonText json = new JsonText().beginArray();
        for (CapabilityModel model : fact.models()) {
            json.beginArray()
                    .string(model.modelId())
                    .string(model.gpuId())
                    .string(model.pipeline())
                    .string(model.gpuName())
                    .endArray();
        }
        return new String(json.endArray().copy(), StandardCharsets.UTF_8);
    }

    private static List<CapabilityModel> models(String json) {
        List<CapabilityModel> models = new ArrayList<>();
        for (JsonNode item : MAPPER.readTree(json)) {
            models.add(new CapabilityModel(
                    text(item.get(2)), item.get(0).asString(), text(item.get(1)), text(item.get(3))));
        }
        return List.copyOf(models);
    }

    private static @Nullable String text(@Nullable JsonNode node) {
        return node == null || node.isNull() ? null : node.asString();
    }

    /** For each of these lists of sightings, what its session is to be made with. */
    public static List<List<CapabilityFact>> nearest(Connection connection, int org, List<List<Sighting>> sought)
            throws SQLException {
        List<Integer> places = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<OffsetDateTime> times = new ArrayList<>();
        List<Map<Object, CapabilityFact>> found = new ArrayList<>(sought.size());
        for (int i = 0; i < sought.size(); i++) {
            found.add(new LinkedHashMap<>());
            for (SightedName name : SightedName.of(sought.get(i))) {
                places.add(i);
                names.add(name.name());
                times.add(time(name.firstAt()));
            }
        }
        if (!places.isEmpty()) {
            try (PreparedStatement select = connection.prepareStatement(NEAREST)) {
                set(select, 1, "int4", places, Function.identity());
                set(select, 2, "text", names, Function.identity());
                set(select, 3, "timestamptz", times, Function.identity());
                for (int i = 4; i <= 6; i++) {
                    select.setInt(i, org);
                }
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        CapabilityFact fact = read(row);
                        found.get(row.getInt(1)).put(List.of(fact.snapshot(), fact.index()), fact);
                    }
                }
            }
        }
        return found.stream().map(facts -> List.copyOf(facts.values())).toList();
    }

    private static CapabilityFact read(ResultSet row) throws SQLException {
        return new CapabilityFact(
                row.getObject(5, UUID.class),
                row.getInt(6),
                row.getLong(7),
                row.getString(8),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(9),
                models(row.getString(10)));
    }

    static OffsetDateTime time(long micros) {
        return RunRows.instant(micros).atOffset(ZoneOffset.UTC);
    }

    static <T> void set(PreparedStatement statement, int index, String type, Collection<T> rows, Function<T, ?> column)
            throws SQLException {
        Object[] values = rows.stream().map(column).toArray();
        statement.setArray(index, statement.getConnection().createArrayOf(type, values));
    }
}
