package dev.weir.server.query.failure;

import dev.weir.core.signal.SignatureState;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Cursor;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Page;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.failure.SignatureItem.Context;
import dev.weir.server.query.failure.SignatureItem.LastRun;
import dev.weir.store.KindRepairs;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Kinds of failures, those first that were seen last. Who sees only some services, or asks for some, is told of what was
 * seen there and of nothing else.
 */
final class SignatureQuery {
    private static final int AT_ONCE = 300;
    private static final int MOST_LOOKED_AT = 20_000; // one may ask for states that hardly any has

    private static final Set<String> ONCE_RESOLVED =
            Set.of(SignatureState.RESOLVED.label(), SignatureState.REGRESSED.label());

    private static final String SIGNATURES = """
            SELECT s.id, s.pattern->>'phase' AS phase, s.pattern->>'error_code' AS error_code,
                   s.pattern->>'image_pattern' AS image_pattern, s.example, s.confidence, s.enabled, s.learned,
                   coalesce(own.samples, s.sample_count) AS samples, coalesce(own.first, s.first_seen_at) AS first_seen_at,
                   coalesce(own.last, s.last_matched_at) AS last_matched_at,
                   (s.outcome->>'mttr_p50_seconds')::numeric::bigint AS mttr_p50,
                   (s.outcome->>'mttr_p95_seconds')::numeric::bigint AS mttr_p95,
                   s.outcome->>'likely_cause' AS likely_cause, s.outcome->>'suggested_action' AS suggested_action,
                   s.outcome->>'remediation_url' AS remediation_url, s.repair_count,
                   n.resolved_at, n.ignored_until, n.ignored_up_to, micros(coalesce(s.last_matched_at, s.created_at)) AS place,
                   (SELECT count(*) FROM failures d WHERE d.signature = s.id AND d.failed_at > ?
                      AND (? OR d.source = ANY(?))) AS last_day
            FROM scheduler.failure_signatures s LEFT JOIN signature_notes n ON n.signature = s.id
            LEFT JOIN LATERAL (SELECT sum(d.n)::bigint AS samples,
                                 (SELECT f.failed_at FROM failures f WHERE f.signature = s.id AND f.source = ANY(?)
                                  ORDER BY f.failed_at LIMIT 1) AS first,
                                 (SELECT f.failed_at FROM failures f WHERE f.signature = s.id AND f.source = ANY(?)
                                  ORDER BY f.failed_at DESC LIMIT 1) AS last
                               FROM failure_days d WHERE d.signature = s.id AND d.source = ANY(?)
                               HAVING sum(d.n) > 0) AS own ON NOT ?
            WHERE s.tenant_id = ? AND (? OR own.samples > 0) AND %s
              AND (? = '' OR strpos(lower(coalesce(s.example, '') || ' ' || coalesce(s.pattern->>'error_code', '') || ' '
                                          || coalesce(s.outcome->>'likely_cause', '')), lower(?)) > 0)
              AND (coalesce(s.last_matched_at, s.created_at), s.id) < (?, ?) AND (NOT ? OR n.resolved_at IS NOT NULL)
            ORDER BY coalesce(s.last_matched_at, s.created_at) DESC, s.id DESC LIMIT %d
            """;
    private static final String ALL = SIGNATURES.formatted("true", AT_ONCE);
    /** By their keys; said with one condition for both, all signatures would be looked at. */
    private static final String SOME = SIGNATURES.formatted("s.id = ANY(?)", AT_ONCE);

    private static final String BEST = SIGNATURES.formatted(
            "s.id = (SELECT m.signature_id FROM match_signature_within(?, ?, ?, ?, ?::int[]) AS m)", AT_ONCE);

    /** The latest ones tell enough. */
    private static final String CONTEXT = """
            SELECT wanted.id, f.workflow_name, f.step_name, p.env, p.service_key,
                   CASE WHEN f.place = 1 THEN (SELECT r.workflow_id FROM runs r WHERE r.id = f.id AND r.run_seq = f.run_seq) END,
                   f.run_seq
            FROM unnest(?::uuid[]) AS wanted(id)
            CROSS JOIN LATERAL (SELECT newest.*, row_number() OVER (ORDER BY newest.failed_at DESC) AS place
                                FROM (SELECT * FROM failures WHERE signature = wanted.id AND (? OR source = ANY(?))
                                      ORDER BY failed_at DESC LIMIT 50) AS newest) AS f
            JOIN sources p ON p.source = f.source
            ORDER BY f.place
            """;

    private static final long DAY = 86_400_000_000L;
    private static final long FARTHEST = 253_500_000_000_000_000L; // after the year 9999
    private static final UUID LAST_ID = new UUID(-1, -1);

    private final Connection connection;
    private final Scope scope;
    private final boolean all;
    private final Array sources;
    private final long now;

    /** @param now in microseconds since 1970 */
    SignatureQuery(Connection connection, Scope scope, Set<String> envs, Set<String> services, long now)
            throws SQLException {
        this.connection = connection;
        this.scope = scope;
        this.now = now;
        all = scope.environments().isEmpty() && scope.services().isEmpty() && envs.isEmpty() && services.isEmpty();
        sources =
                VisibleSource.numbers(connection, all ? Map.of() : VisibleSource.of(connection, scope, envs, services));
    }

    /** What a question asks for: SQL, and the values of its own condition. */
    private record Wanted(String sql, List<@Nullable Object> values) {}

    private static final Wanted ANY = new Wanted(ALL, List.of());

    private Wanted these(List<UUID> ids) throws SQLException {
        return new Wanted(SOME, List.of(connection.createArrayOf("uuid", ids.toArray())));
    }

    @Nullable
    SignatureItem one(UUID id) throws SQLException {
        return first(look(these(List.of(id)), "", false, Cursor.START));
    }

    /** The one that fits a failure best, of those that were seen where one may look. */
    @Nullable
    SignatureItem match(@Nullable String phase, @Nullable String code, @Nullable String image) throws SQLException {
        List<@Nullable Object> failure = Arrays.asList(scope.org(), phase, code, image, all ? null : sources);
        return first(look(new Wanted(BEST, failure), "", false, Cursor.START));
    }

    private @Nullable SignatureItem first(List<Placed> found) throws SQLException {
        return found.isEmpty() ? null : inContext(List.of(found.get(0).item())).get(0);
    }

    /** Those of these that there are and that the text is in; without what their latest failures have in common. */
    List<SignatureItem> some(Collection<UUID> ids, String text) throws SQLException {
        List<UUID> wanted = List.copyOf(ids);
        List<SignatureItem> found = new ArrayList<>();
        for (int from = 0; from < wanted.size(); from += AT_ONCE) {
            List<UUID> next = wanted.subList(from, Math.min(wanted.size(), from + AT_ONCE));
            for (Placed one : look(these(next), text, false, Cursor.START)) {
                found.add(in(Context.NONE, one.item()));
            }
        }
        return found;
    }

    Page<SignatureItem> find(String text, Set<String> states, int limit, Cursor after) throws SQLException {
        // Few were ever said to be resolved, and the pages ask for those among them that came back all the time.
        boolean onlyResolved = !states.isEmpty() && ONCE_RESOLVED.containsAll(states);
        List<Placed> found = new ArrayList<>();
        Cursor place = after;
        for (int looked = 0; looked < MOST_LOOKED_AT && found.size() <= limit; looked += AT_ONCE) {
            List<Placed> next = look(ANY, text, onlyResolved, place);
            for (Placed one : next) {
                if (states.isEmpty() || states.contains(one.item().state())) {
                    found.add(one);
                }
            }
            if (next.size() < AT_ONCE) {
                break;
            }
            place = next.get(next.size() - 1).cursor();
        }
        Page<Placed> page = Page.of(found, limit, Placed::cursor);
        return new Page<>(inContext(page.items().stream().map(Placed::item).toList()), page.next());
    }

    private boolean isLimited() {
        return !scope.environments().isEmpty() || !scope.services().isEmpty();
    }

    private record Placed(SignatureItem item, Cursor cursor) {}

    private List<Placed> look(Wanted wanted, String text, boolean onlyResolved, Cursor after) throws SQLException {
        List<Placed> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(wanted.sql())) {
            int next = 1;
            select.setObject(next++, Micros.time(now - DAY));
            select.setBoolean(next++, all);
            for (int i = 0; i < 4; i++) {
                select.setArray(next++, sources);
            }
            select.setBoolean(next++, all);
            select.setObject(next++, scope.org());
            select.setBoolean(next++, all);
            for (Object value : wanted.values()) {
                select.setObject(next++, value);
            }
            select.setString(next++, text);
            select.setString(next++, text);
            boolean fromStart = after.equals(Cursor.START);
            select.setObject(next++, Micros.time(fromStart ? FARTHEST : after.value()));
            select.setObject(next++, fromStart ? LAST_ID : after.id());
            select.setBoolean(next, onlyResolved);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    SignatureItem item = SignatureItem.read(row, now);
                    found.add(new Placed(item, new Cursor(row.getLong("place"), item.id())));
                }
            }
        }
        return found;
    }

    private List<SignatureItem> inContext(List<SignatureItem> items) throws SQLException {
        Map<UUID, Context> contexts = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(CONTEXT)) {
            select.setArray(
                    1,
                    connection.createArrayOf(
                            "uuid", items.stream().map(SignatureItem::id).toArray()));
            select.setBoolean(2, all);
            select.setArray(3, sources);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    add(contexts, row);
                }
            }
        }
        List<SignatureItem> told = new ArrayList<>(items.size());
        for (SignatureItem item : items) {
            told.add(in(contexts.getOrDefault(item.id(), Context.NONE), item));
        }
        return told;
    }

    /** What is stored of repairs is of all services. Whoever only filters may know it, and has many kinds listed. */
    private SignatureItem in(Context context, SignatureItem item) throws SQLException {
        return item.in(context, isLimited() ? new KindRepairs(connection, sources, now).of(item.id()) : null);
    }

    private static void add(Map<UUID, Context> contexts, ResultSet row) throws SQLException {
        String env = row.getString(4);
        String service = row.getString(5);
        String workflowId = row.getString(6);
        LastRun last = workflowId == null ? null : new LastRun(env, service, workflowId, row.getInt(7));
        Context context = contexts.computeIfAbsent(
                uuid(row),
                id -> new Context(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), last));
        addOnce(context.workflows(), row.getString(2));
        addOnce(context.steps(), row.getString(3));
        addOnce(context.environments(), env);
        addOnce(context.services(), service);
    }

    private static UUID uuid(ResultSet row) throws SQLException {
        return row.getObject(1, UUID.class);
    }

    private static void addOnce(List<String> names, @Nullable String name) {
        if (name != null && !names.contains(name)) {
            names.add(name);
        }
    }
}
