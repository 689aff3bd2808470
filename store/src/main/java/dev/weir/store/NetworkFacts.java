package dev.weir.store;

import dev.weir.core.session.DiscoveryFact;
import dev.weir.core.session.PaymentFact;
import dev.weir.store.FactTable.Column;
import dev.weir.wire.NetworkEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What a live-video network tells beside sessions: payments, and orchestrators that were found. */
public final class NetworkFacts {
    /** A fact and whose it is. */
    record Owned<T>(int org, int source, T fact) {}

    static final FactTable<Owned<PaymentFact>> PAYMENTS = new FactTable<>(
            "fact_payments",
            "event_uid",
            List.of(
                    new Column<>("event_uid", "uuid", row -> row.fact().event()),
                    new Column<>("org", "int4", Owned::org),
                    new Column<>("source", "int4", Owned::source),
                    new Column<>(
                            "paid_ts",
                            "timestamptz",
                            row -> Capabilities.time(row.fact().at())),
                    new Column<>("tickets", "int8", row -> row.fact().tickets()),
                    new Column<>("win_probability", "float8", row -> row.fact().winProbability()),
                    new Column<>("face_value_wei", "numeric", row -> row.fact().faceValueWei()),
                    new Column<>(
                            "price_wei_per_pixel", "numeric", row -> row.fact().priceWeiPerPixel()),
                    new Column<>("gateway", "text", row -> row.fact().gateway()),
                    new Column<>("request_id", "text", row -> row.fact().requestId()),
                    new Column<>("session_id", "text", row -> row.fact().sessionId()),
                    new Column<>("manifest_id", "text", row -> row.fact().manifestId()),
                    new Column<>("capability", "text", row -> row.fact().capability()),
                    new Column<>("orchestrator_url", "text", row -> row.fact().orchestratorUrl()),
                    new Column<>("recipient", "text", row -> row.fact().recipient()),
                    new Column<>("sender", "text", row -> row.fact().sender())));

    static final FactTable<Owned<DiscoveryFact>> DISCOVERIES = new FactTable<>(
            "fact_discoveries",
            "event_uid",
            List.of(
                    new Column<>("event_uid", "uuid", row -> row.fact().event()),
                    new Column<>("result_index", "int4", row -> row.fact().index()),
                    new Column<>("org", "int4", Owned::org),
                    new Column<>("source", "int4", Owned::source),
                    new Column<>(
                            "discovered_ts",
                            "timestamptz",
                            row -> Capabilities.time(row.fact().at())),
                    new Column<>("latency_ms", "float8", row -> row.fact().latencyMs()),
                    new Column<>("gateway", "text", row -> row.fact().gateway()),
                    new Column<>(
                            "orchestrator_address", "text", row -> row.fact().address()),
                    new Column<>("orchestrator_url", "text", row -> row.fact().url())));

    private NetworkFacts() {}

    /** In the transaction that appends the events. */
    public static void add(Connection connection, Collection<LogRow> rows) throws SQLException {
        List<Owned<PaymentFact>> payments = new ArrayList<>();
        List<Owned<DiscoveryFact>> discoveries = new ArrayList<>();
        for (LogRow row : rows) {
            if (row.network() != null) {
                collect(row.org(), row.source(), row.network(), payments, discoveries);
            }
        }
        PAYMENTS.add(connection, payments);
        DISCOVERIES.add(connection, discoveries);
    }

    static void collect(
            int org,
            int source,
            NetworkEvent event,
            List<Owned<PaymentFact>> payments,
            List<Owned<DiscoveryFact>> discoveries) {
        if (event.payment() != null) {
            payments.add(new Owned<>(org, source, event.payment()));
        }
        event.discoveries().forEach(fact -> discoveries.add(new Owned<>(org, source, fact)));
    }
}
