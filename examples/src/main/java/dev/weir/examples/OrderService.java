package dev.weir.examples;

import dev.weir.client.ClientStats;
import dev.weir.client.Failure;
import dev.weir.client.Step;
import dev.weir.client.WeirClient;
import dev.weir.client.Workflow;
import dev.weir.examples.PaymentGateway.BusyException;
import dev.weir.examples.PaymentGateway.DeclinedException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A small service that processes orders and reports on it: {@code OrderService [URL]}. Most orders go well, one after
 * retries; one is cancelled, one card is declined, and one payment is given up after the last retry.
 */
public final class OrderService {

    private static final int MAX_ATTEMPTS = 3;
    private static final Duration RETRY_DELAY = Duration.ofMillis(20);
    private static final Duration TIME_TO_RECONSIDER = Duration.ofMillis(50);

    private final WeirClient weir;
    private final PaymentGateway payments = new PaymentGateway();

    private OrderService(WeirClient weir) {
        this.weir = weir;
    }

    public static void main(String[] args) throws InterruptedException {
        String url = args.length > 0 ? args[0] : "http://127.0.0.1:8420";
        System.exit(run(url, Duration.ofSeconds(10), System.out));
    }

    /** Zero if Weir has acknowledged every event. */
    static int run(String url, Duration patience, PrintStream out) throws InterruptedException {
        WeirClient weir = WeirClient.builder()
                .url(url)
                .env("demo")
                .serviceKey("order-service")
                .closeTimeout(Duration.ZERO)
                .build();
        try (weir) {
            new OrderService(weir).processAll(someOrders());
            weir.flush(patience);
        }
        ClientStats stats = weir.stats();
        print(stats, out);
        return stats.acknowledged() == stats.tracked() ? 0 : 1;
    }

    private static List<Order> someOrders() {
        String day = "ord-" + Instant.now().getEpochSecond();
        List<Order.Line> lines = List.of(new Order.Line("kettle", 1), new Order.Line("cup", 4));
        return List.of("early", "patient", "careless", "unlucky", "doubtful", "late").stream()
                .map(customer -> new Order(day + "-" + customer, customer, lines, new BigDecimal("64.90")))
                .toList();
    }

    private void processAll(List<Order> orders) throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(3);
        orders.forEach(order -> workers.execute(() -> process(order)));
        workers.shutdown();
        if (!workers.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("The orders took more than a minute.");
        }
    }

    private void process(Order order) {
        Workflow run = weir.workflow("processOrder", order.id()).queued(order).started(order);
        try {
            reserve(run, order);
            if (order.customer().equals("doubtful")) {
                run.cancelled("The customer changed their mind.");
                return;
            }
            String receipt = charge(run, order);
            waitForSecondThoughts(run);
            ship(run);
            run.completed(Map.of("receipt", receipt));
        } catch (DeclinedException e) {
            run.failed(Failure.of(e).withCode("CARD_DECLINED"));
        } catch (BusyException e) {
            run.failed(Failure.of(e).withCode("GATEWAY_BUSY"));
        } catch (InterruptedException e) {
            run.cancelled("The service is stopping.");
            Thread.currentThread().interrupt();
        }
    }

    private void reserve(Workflow run, Order order) {
        Step step = run.step("reserve").started();
        int articles = order.lines().stream().mapToInt(Order.Line::quantity).sum();
        step.completed(Map.of("articles", articles));
    }

    private String charge(Workflow run, Order order) throws BusyException, DeclinedException, InterruptedException {
        Step step = run.step("charge");
        for (int attempt = 1; ; attempt++) {
            step.started(attempt, MAX_ATTEMPTS).timeoutSet(Duration.ofSeconds(5));
            try {
                String receipt = payments.charge(order);
                step.completed(receipt);
                return receipt;
            } catch (DeclinedException e) {
                step.failed(e, false);
                throw e;
            } catch (BusyException e) {
                if (attempt == MAX_ATTEMPTS) {
                    step.failed(e, false).retryExhausted();
                    throw e;
                }
                step.failed(e, true).retryScheduled(RETRY_DELAY);
                Thread.sleep(RETRY_DELAY.toMillis());
            }
        }
    }

    /** The run sleeps; a real one would do so for a day, and be resumed by another process. */
    private static void waitForSecondThoughts(Workflow run) throws InterruptedException {
        run.sleepStarted(TIME_TO_RECONSIDER).pausedForSleep(Instant.now().plus(TIME_TO_RECONSIDER));
        Thread.sleep(TIME_TO_RECONSIDER.toMillis());
        run.resumed().sleepCompleted();
    }

    private static void ship(Workflow run) {
        run.stage("shipping").started(Instant.now().plus(Duration.ofHours(24)));
        run.step("ship").started().completed();
        run.stage("shipping").completed("handed over");
    }

    private static void print(ClientStats stats, PrintStream out) {
        out.printf("tracked       %d%n", stats.tracked());
        out.printf("acknowledged  %d%n", stats.acknowledged());
        out.printf("  accepted    %d%n", stats.accepted());
        out.printf("  duplicates  %d%n", stats.duplicates());
        out.printf("  ignored     %d%n", stats.ignored());
        out.printf("  queued      %d%n", stats.queued());
        out.printf("  rejected    %d%n", stats.rejected());
        out.printf("retries       %d%n", stats.retries());
        stats.droppedBy().forEach((reason, events) -> {
            if (events > 0) {
                out.printf("dropped       %d %s%n", events, reason);
            }
        });
    }
}
