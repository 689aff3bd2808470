package dev.weir.bench;

import dev.weir.core.event.RunKey;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * What one run is going to send: six to twelve steps with inputs and results, some of them retried in each of the ways
 * that are in use, some runs asleep for a while, a few failed or cancelled.
 */
final class RunScript {
    /** @param fields the JSON after the fields that all events have, beginning with a comma or empty */
    record Draft(String type, String fields) {}

    private static final UUID LOCAL = UUID.fromString("00000000-0000-8000-8000-000000000001");
    private static final String[] SERVICES = {"orders", "payments", "shipping", "billing", "onboarding", "reports"};
    private static final String[] WORKFLOWS = {"processOrder", "chargeCard", "shipParcel", "closeMonth", "openAccount"};
    private static final String[] STEPS = {
        "validateInput",
        "reserveStock",
        "loadCustomer",
        "checkFraud",
        "chargeCard",
        "createInvoice",
        "bookCourier",
        "printLabel",
        "notifyCustomer",
        "updateLedger",
        "indexDocument",
        "archiveResult"
    };

    private final SplittableRandom random;
    private final Queue<Draft> drafts = new ArrayDeque<>(32);
    private final StringBuilder completed = new StringBuilder();
    private final UUID key;
    private final String identity;

    RunScript(SplittableRandom random) {
        this.random = random;
        String env = random.nextInt(5) == 0 ? "staging" : "production";
        String service = SERVICES[random.nextInt(SERVICES.length)];
        String workflowId = new UUID(random.nextLong(), random.nextLong()).toString();
        String name = WORKFLOWS[random.nextInt(WORKFLOWS.length)];
        key = new RunKey(LOCAL, env, service, workflowId).id();
        identity = "\",\"env\":\"" + env + "\",\"serviceKey\":\"" + service + "\",\"workflowId\":\"" + workflowId
                + "\",\"workflowName\":\"" + name + "\"";
        write();
    }

    UUID key() {
        return key;
    }

    /** The fields that all its events share, from the closing quote of the timestamp on. */
    String identity() {
        return identity;
    }

    Draft next() {
        return drafts.remove();
    }

    boolean isOver() {
        return drafts.isEmpty();
    }

    private void write() {
        String input = ",\"input\":{\"orderId\":\"ord_" + random.nextInt(10_000_000) + "\",\"customer\":{\"id\":"
                + random.nextInt(1_000_000) + ",\"country\":\"NL\",\"tier\":\"gold\"},\"items\":[{\"sku\":\"A-"
                + random.nextInt(10_000) + "\",\"quantity\":" + (1 + random.nextInt(9)) + "}],\"total\":"
                + random.nextInt(100_000) + "}";
        if (random.nextInt(5) == 0) {
            add("workflow.queued", input);
        }
        add("workflow.started", input);
        int steps = 6 + random.nextInt(7);
        int asleepBefore = random.nextInt(3) == 0 ? 1 + random.nextInt(steps - 1) : -1;
        int failsAt = random.nextInt(100) < 8 ? random.nextInt(steps) : -1;
        for (int step = 0; step < steps; step++) {
            if (step == asleepBefore) {
                sleep();
            }
            String name = ",\"stepName\":\"" + STEPS[step] + "\"";
            if (step == failsAt) {
                fail(name);
                return;
            }
            step(name);
            completed.append(step == 0 ? "\"" : ",\"").append(STEPS[step]).append('"');
        }
        if (random.nextInt(100) == 0) {
            add("workflow.cancelled", ",\"reason\":\"superseded\"" + completedSteps());
        } else {
            add(
                    "workflow.completed",
                    completedSteps() + ",\"durationMs\":" + random.nextInt(90_000)
                            + ",\"output\":{\"status\":\"done\",\"reference\":\"ref_" + random.nextInt(10_000_000)
                            + "\"}");
        }
    }

    private void step(String name) {
        int kind = random.nextInt(100);
        int attempt = 1;
        start(name, attempt);
        if (kind < 3) {
            timeout(name, attempt++);
        } else if (kind < 12) {
            retry(name, attempt++, kind % 3);
            if (kind < 5) {
                start(name, attempt);
                retry(name, attempt++, kind % 3);
            }
        }
        if (attempt > 1) {
            start(name, attempt);
        }
        add(
                "step.completed",
                name + ",\"attempt\":" + attempt + ",\"durationMs\":" + random.nextInt(20_000)
                        + ",\"cached\":false,\"result\":{\"ok\":true,\"id\":\"res_" + random.nextInt(10_000_000)
                        + "\",\"count\":" + random.nextInt(100) + "}");
    }

    private void start(String name, int attempt) {
        add("step.started", name + ",\"attempt\":" + attempt + ",\"maxAttempts\":3");
    }

    /** The three variants of a retryable failure. */
    private void retry(String name, int attempt, int variant) {
        if (variant > 0) {
            failed(name, attempt, variant == 1);
        }
        scheduled(name, attempt);
    }

    private void failed(String name, int attempt, boolean willRetry) {
        add("step.failed", name + ",\"attempt\":" + attempt + ",\"error\":" + error() + ",\"willRetry\":" + willRetry);
    }

    private void scheduled(String name, int attempt) {
        add("retry.scheduled", name + ",\"attempt\":" + attempt + ",\"delayMs\":" + (1000 << attempt));
    }

    private void timeout(String name, int attempt) {
        add("timeout.set", name + ",\"timeoutMs\":30000");
        add("timeout.exceeded", name + ",\"timeoutMs\":30000");
        scheduled(name, attempt);
    }

    private void sleep() {
        int duration = 1_000 + random.nextInt(3_600_000);
        add("sleep.started", ",\"durationMs\":" + duration);
        add("workflow.paused", ",\"reason\":\"sleep\"");
        add("workflow.resumed", "");
        add("sleep.completed", ",\"durationMs\":" + duration);
    }

    private void fail(String name) {
        for (int attempt = 1; attempt <= 3; attempt++) {
            start(name, attempt);
            failed(name, attempt, attempt < 3);
            if (attempt < 3) {
                scheduled(name, attempt);
            }
        }
        add("retry.exhausted", name + ",\"attempts\":3");
        add("workflow.failed", ",\"error\":" + error() + completedSteps());
    }

    private String error() {
        return "{\"message\":\"Connection to the gateway timed out after " + random.nextInt(30_000)
                + " ms\",\"code\":\"ETIMEDOUT\",\"stack\":\"Error: timed out\\n    at Gateway.call"
                + " (gateway.js:118:11)\\n    at Step.run (step.js:42:7)\"}";
    }

    private String completedSteps() {
        return ",\"completedSteps\":[" + completed + "]";
    }

    private void add(String type, String fields) {
        drafts.add(new Draft(type, fields));
    }
}
