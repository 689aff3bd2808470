package dev.weir.store;

import dev.weir.core.session.DiscoveryFact;
import dev.weir.core.session.PaymentFact;
import dev.weir.store.NetworkFacts.Owned;
import dev.weir.wire.NetworkEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads again from the log what snapshots, payments and discoveries tell: they have no key of their own. */
final class FactRebuild {
    private static final UUID FIRST = new UUID(0, 0);
    /** Ids are an organisation's own, and an event is compared by its id alone: all that share one are of one page. */
    private static final String NEXT = """
            SELECT l.id, l.org, l.source, l.payload::text, s.env, s.service_key
            FROM event_log l JOIN sources s ON s.source = l.source
            WHERE l.key IS NULL AND l.type IN ('network_capabilities', 'discovery_results', 'create_new_payment') AND l.id > ?
            ORDER BY l.id FETCH FIRST (?) ROWS WITH TIES
            """;

    private final Connection connection;
    private final boolean verify;
    private final int pageSize;
    private final Consumer<String> differences;

    FactRebuild(Connection connection, boolean verify, int pageSize, Consumer<String> differences) {
        this.connection = connection;
        this.verify = verify;
        this.pageSize = pageSize;
        this.differences = differences;
    }

    void run() throws SQLException {
        UUID last = FIRST;
        while (last != null) {
            last = page(last);
            connection.commit();
        }
        for (FactTable<?> table : List.of(Capabilities.FACTS, NetworkFacts.PAYMENTS, NetworkFacts.DISCOVERIES)) {
            orphans(table);
        }
        connection.commit();
    }

    private void orphans(FactTable<?> table) throws SQLException {
        Set<UUID> orphans = table.orphans(connection);
        orphans.forEach(id -> differences.accept("facts of event " + id + " are in no event of the log"));
        if (!verify && !orphans.isEmpty()) {
            table.remove(connection, orphans);
        }
    }

    /** What the events of a page tell. */
    private static final class Page {
        final List<UUID> events = new ArrayList<>();
        final Map<Integer, List<Capabilities.Told>> capabilities = new HashMap<>();
        final List<Owned<PaymentFact>> payments = new ArrayList<>();
        final List<Owned<DiscoveryFact>> discoveries = new ArrayList<>();

        void add(int org, int source, NetworkEvent event) {
            event.capabilities()
                    .forEach(fact -> capabilities
                            .computeIfAbsent(org, any -> new ArrayList<>())
                            .add(Capabilities.Told.of(org, fact)));
            NetworkFacts.collect(org, source, event, payments, discoveries);
        }

        List<Capabilities.Told> told() {
            return capabilities.values().stream().flatMap(List::stream).toList();
        }
    }

    /** @return where the next one begins, null if this is the last */
    private @Nullable UUID page(UUID after) throws SQLException {
        if (!verify) {
            Capabilities.lockAll(connection);
        }
        Page page = read(after);
        if (page.events.isEmpty()) {
            return null;
        }
        Set<UUID> wrong = new HashSet<>(Capabilities.FACTS.differing(connection, page.told(), page.events));
        wrong.addAll(NetworkFacts.PAYMENTS.differing(connection, page.payments, page.events));
        wrong.addAll(NetworkFacts.DISCOVERIES.differing(connection, page.discoveries, page.events));
        wrong.forEach(id -> differences.accept("facts of event " + id + " are not what it says"));
        if (!verify && !wrong.isEmpty()) {
            mend(page, wrong);
        }
        return page.events.get(page.events.size() - 1);
    }

    private Page read(UUID after) throws SQLException {
        Page page = new Page();
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            select.setObject(1, after);
            select.setInt(2, pageSize);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    NetworkEvent event =
                            StoredNetworkEvents.decode(row.getString(4), row.getString(5), row.getString(6));
                    page.events.add(row.getObject(1, UUID.class));
                    if (event != null) {
                        page.add(row.getInt(2), row.getInt(3), event);
                    }
                }
            }
        }
        return page;
    }

    private void mend(Page page, Set<UUID> wrong) throws SQLException {
        Capabilities.FACTS.remove(connection, wrong);
        NetworkFacts.PAYMENTS.remove(connection, wrong);
        NetworkFacts.DISCOVERIES.remove(connection, wrong);
        for (Map.Entry<Integer, List<Capabilities.Told>> org : page.capabilities.entrySet()) {
            Capabilities.add(
                    connection,
                    org.getKey(),
                    org.getValue().stream()
                            .map(Capabilities.Told::fact)
                            .filter(fact -> wrong.contains(fact.snapshot()))
                            .toList());
        }
        NetworkFacts.PAYMENTS.add(
                connection,
                page.payments.stream()
                        .filter(row -> wrong.contains(row.fact().event()))
                        .toList());
        NetworkFacts.DISCOVERIES.add(
                connection,
                page.discoveries.stream()
                        .filter(row -> wrong.contains(row.fact().event()))
                        .toList());
    }
}
