package dev.weir.server.query.failure;

import dev.weir.server.query.failure.FailureGroup.InEnvironment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is counted of the failures of one kind. */
final class FailureTally {
    private final Map<String, Long> environments = new TreeMap<>();
    private final Map<String, Long> services = new HashMap<>();
    private final Map<String, Long> workflows = new HashMap<>();
    private final Map<String, Long> steps = new HashMap<>();
    private final Map<Integer, Long> buckets = new HashMap<>();
    private long count;
    private long everRecovered;
    private long closed;
    private long closedAndRecovered;
    private long taken;

    void add(FailedWorkflow workflow, String step, int bucket, long n) {
        count += n;
        environments.merge(workflow.source().env(), n, Long::sum);
        services.merge(workflow.source().serviceKey(), n, Long::sum);
        workflows.merge(workflow.name(), n, Long::sum);
        if (!step.isEmpty()) {
            steps.merge(step, n, Long::sum);
        }
        buckets.merge(bucket, n, Long::sum);
    }

    void addRecovered(long n) {
        everRecovered += n;
    }

    /** @param taken of which people neither closed any nor has any recovered */
    void addEntered(long closed, long closedAndRecovered, long taken) {
        this.closed += closed;
        this.closedAndRecovered += closedAndRecovered;
        this.taken += taken;
    }

    long count() {
        return count;
    }

    long recovered() {
        return everRecovered - closedAndRecovered;
    }

    long closed() {
        return closed;
    }

    long taken() {
        return taken;
    }

    long open() {
        return count - recovered() - closed - taken;
    }

    List<InEnvironment> environments() {
        return environments.entrySet().stream()
                .map(entry -> new InEnvironment(entry.getKey(), entry.getValue()))
                .toList();
    }

    List<String> services() {
        return mostFirst(services);
    }

    List<String> workflows() {
        return mostFirst(workflows);
    }

    List<String> steps() {
        return mostFirst(steps);
    }

    Map<Integer, Long> buckets() {
        return buckets;
    }

    private static List<String> mostFirst(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
