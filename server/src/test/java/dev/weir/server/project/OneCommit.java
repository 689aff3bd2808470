package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Brings requests of one event each into the same group commit of a server: all lanes are held until all of them wait. */
final class OneCommit {
    private static final int LANES = 2;

    private OneCommit() {}

    static List<TestServer.Answer> of(
            TestDatabase database, TestServer server, List<Supplier<TestServer.Answer>> requests) throws Exception {
        ExecutorService senders = Executors.newFixedThreadPool(LANES + requests.size());
        try (Connection holder = database.dataSource().getConnection()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("LOCK TABLE event_log IN ACCESS EXCLUSIVE MODE");
            for (int lane = 1; lane <= LANES; lane++) {
                String id = "held-" + System.nanoTime();
                CompletableFuture.supplyAsync(() -> server.post(started(id)), senders);
                int held = lane;
                await("a lane that waits", () -> areHeld(database, held));
            }
            List<CompletableFuture<TestServer.Answer>> sent = new ArrayList<>();
            requests.forEach(request -> sent.add(CompletableFuture.supplyAsync(request, senders)));
            await("all requests in the queue", () -> queued(server, requests.size()));
            holder.rollback();
            return sent.stream().map(CompletableFuture::join).toList();
        } finally {
            senders.shutdown();
            assertThat(senders.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static String started(String id) {
        return """
                [{"eventId":"%s","type":"workflow.started","timestamp":"2026-02-25T12:00:00Z","env":"held","serviceKey":"held",
                  "workflowId":"%s","workflowName":"held"}]
                """.formatted(id, id);
    }

    /** A lane asks first which of its events the log has. */
    private static boolean areHeld(TestDatabase database, int lanes) {
        return !StoredRows.isEmpty(database.dataSource(), """
                (SELECT count(*) AS n FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%AS sent(month, org, id)%') AS held
                WHERE n = """ + lanes);
    }

    private static boolean queued(TestServer server, int events) {
        return server.get("/metrics").response().body().contains("\nweir_queue_events " + events + ".0");
    }

    private static void await(String what, BooleanSupplier isThere) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!isThere.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("There is still not " + what);
            }
            Thread.onSpinWait();
        }
    }
}
