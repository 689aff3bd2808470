package dev.weir.server.query.run;

import dev.weir.core.run.RunStatus;
import dev.weir.core.run.Workflow;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the list of runs should answer, by looking at every run. */
final class PlainRunList {
    private final List<Workflow> runs;
    private final Set<String> newest;
    private final Map<String, String> reasons;

    /**
     * @param newest keys of those that are the newest of their id
     * @param reasons by key, what the server shows of open runs
     */
    PlainRunList(List<Workflow> runs, Set<String> newest, Map<String, String> reasons) {
        this.runs = runs;
        this.newest = newest;
        this.reasons = reasons;
    }

    static String key(Workflow run) {
        return run.id() + "." + run.runSeq();
    }

    private static final Comparator<Workflow> ONE_BY_ONE =
            Comparator.<Workflow, String>comparing(run -> run.id().toString()).thenComparing(Workflow::runSeq);

    record Question(Map<String, List<String>> parameters) {

        static Question random(SplittableRandom random, PlainRunList list) {
            Map<String, List<String>> parameters = new LinkedHashMap<>();
            some(random, parameters, "env", List.of("production", "staging", "nowhere"));
            some(random, parameters, "service", List.of("orders", "billing/eu"));
            some(
                    random,
                    parameters,
                    "status",
                    Arrays.stream(RunStatus.values()).map(RunStatus::label).toList());
            some(
                    random,
                    parameters,
                    "name",
                    list.runs.stream()
                            .map(Workflow::workflowName)
                            .distinct()
                            .sorted()
                            .toList());
            some(random, parameters, "notService", List.of("billing/eu", "nobody"));
            some(random, parameters, "notStatus", List.of("pending", "running", "failed", "cancelled"));
            some(
                    random,
                    parameters,
                    "notName",
                    list.runs.stream()
                            .map(Workflow::workflowName)
                            .distinct()
                            .sorted()
                            .toList());
            if (random.nextInt(3) == 0) {
                range(random, parameters, list);
            }
            if (random.nextInt(4) == 0) {
                took(random, parameters, list);
            }
            if (random.nextInt(4) == 0) {
                Workflow run = list.runs.get(random.nextInt(list.runs.size()));
                String text =
                        random.nextBoolean() || run.errorMessage() == null ? run.workflowId() : run.errorMessage();
                int from = random.nextInt(text.length());
                String part = text.substring(from, from + random.nextInt(text.length() - from) + 1)
                        .trim();
                parameters.put("q", List.of(part.isEmpty() ? "workflow" : part.toUpperCase(Locale.ROOT)));
            }
            List<String> sorts = List.of(
                    "started",
                    "ended",
                    "lastEvent",
                    "created",
                    "duration",
                    "name",
                    "status",
                    "env",
                    "service",
                    "id",
                    "steps",
                    "execution",
                    "error");
            if (random.nextInt(5) > 0) {
                parameters.put("sort", List.of(sorts.get(random.nextInt(sorts.size()))));
            }
            if (random.nextInt(3) == 0) {
                parameters.put("runs", List.of(random.nextInt(4) > 0 ? "all" : "newest"));
            }
            if (random.nextBoolean()) {
                parameters.put("order", List.of(random.nextBoolean() ? "asc" : "desc"));
            }
            return new Question(parameters);
        }

        private static void some(
                SplittableRandom random, Map<String, List<String>> parameters, String name, List<String> values) {
            if (random.nextInt(3) == 0) {
                List<String> chosen = new ArrayList<>(values);
                chosen.removeIf(value -> random.nextInt(3) > 0);
                if (!chosen.isEmpty()) {
                    parameters.put(name, chosen);
                }
            }
        }

        private static void range(SplittableRandom random, Map<String, List<String>> parameters, PlainRunList list) {
            Instant a = list.runs.get(random.nextInt(list.runs.size())).createdAt();
            Instant b = list.runs.get(random.nextInt(list.runs.size())).createdAt();
            if (random.nextInt(4) > 0) {
                parameters.put("from", List.of((a.isBefore(b) ? a : b).toString()));
            }
            if (random.nextInt(4) > 0) {
                parameters.put("to", List.of((a.isBefore(b) ? b : a).toString()));
            }
            if (random.nextInt(3) > 0) {
                parameters.put(
                        "basis", List.of(List.of("started", "ended", "active").get(random.nextInt(3))));
            }
        }

        private static void took(SplittableRandom random, Map<String, List<String>> parameters, PlainRunList list) {
            List<Long> durations = list.runs.stream()
                    .map(Workflow::durationMs)
                    .filter(Objects::nonNull)
                    .toList();
            for (String end : List.of("atLeastMs", "belowMs")) {
                if (random.nextInt(3) > 0) {
                    long ms = durations.get(random.nextInt(durations.size()));
                    parameters.put(end, List.of(Long.toString(ms)));
                }
            }
            if (random.nextBoolean()) {
                parameters.put("status", List.of("completed"));
            }
        }

        private List<String> all(String name) {
            return parameters.getOrDefault(name, List.of());
        }

        private String one(String name, String otherwise) {
            return all(name).isEmpty() ? otherwise : all(name).get(0);
        }
    }

    /** Ids in the order asked for. */
    List<String> answer(Question question) {
        return runs.stream()
                .filter(run -> accepts(question, run))
                .sorted(order(
                        question.one("sort", "started"),
                        question.one("order", "desc").equals("desc")))
                .map(PlainRunList::key)
                .toList();
    }

    /** How many of each value. */
    Map<String, Long> count(Question question, String by) {
        return runs.stream()
                .filter(run -> accepts(question, run))
                .collect(Collectors.groupingBy(
                        run -> switch (by) {
                            case "env" -> run.env();
                            case "service" -> run.serviceKey();
                            case "name" -> run.workflowName();
                            default -> run.status().label();
                        },
                        Collectors.counting()));
    }

    private boolean accepts(Question question, Workflow run) {
        return (question.one("runs", "newest").equals("all") || newest.contains(key(run)))
                && any(question.all("env"), run.env())
                && any(question.all("service"), run.serviceKey())
                && any(question.all("status"), run.status().label())
                && any(question.all("name"), run.workflowName())
                && !question.all("notService").contains(run.serviceKey())
                && !question.all("notStatus").contains(run.status().label())
                && !question.all("notName").contains(run.workflowName())
                && isInRange(question, run)
                && tookAsLong(question, run.durationMs())
                && Stream.of(
                                run.workflowId(),
                                run.workflowName(),
                                run.executionId(),
                                run.errorMessage(),
                                reasons.get(key(run)))
                        .anyMatch(text -> text != null
                                && text.toLowerCase(Locale.ROOT)
                                        .contains(question.one("q", "").toLowerCase(Locale.ROOT)));
    }

    private static boolean any(List<String> wanted, String value) {
        return wanted.isEmpty() || wanted.contains(value);
    }

    private static boolean isInRange(Question question, Workflow run) {
        if (question.all("from").isEmpty() && question.all("to").isEmpty()) {
            return true;
        }
        Instant from = Instant.parse(question.one("from", "0001-01-01T00:00:00Z"));
        Instant to = Instant.parse(question.one("to", "9999-01-01T00:00:00Z"));
        Instant ended = ended(run);
        return switch (question.one("basis", "started")) {
            case "started" -> !begun(run).isBefore(from) && begun(run).isBefore(to);
            case "ended" -> ended != null && !ended.isBefore(from) && ended.isBefore(to);
            default -> begun(run).isBefore(to) && (ended == null || !ended.isBefore(from));
        };
    }

    private static boolean tookAsLong(Question question, Long ms) {
        if (question.all("atLeastMs").isEmpty() && question.all("belowMs").isEmpty()) {
            return true;
        }
        return ms != null
                && ms >= Long.parseLong(question.one("atLeastMs", "0"))
                && (question.all("belowMs").isEmpty() || ms < Long.parseLong(question.one("belowMs", "")));
    }

    private static Instant begun(Workflow run) {
        return run.startedAt() == null ? run.createdAt() : run.startedAt();
    }

    private static Instant ended(Workflow run) {
        return Stream.of(run.completedAt(), run.failedAt(), run.cancelledAt())
                .filter(at -> at != null)
                .findFirst()
                .orElse(null);
    }

    private Comparator<Workflow> order(String sort, boolean descending) {
        Comparator<Workflow> newestFirst = Comparator.comparing(PlainRunList::begun)
                .thenComparing(ONE_BY_ONE)
                .reversed();
        Comparator<Workflow> id = directed(ONE_BY_ONE, descending);
        return switch (sort) {
            case "started" ->
                directed(Comparator.comparing(PlainRunList::begun), descending).thenComparing(id);
            case "lastEvent" ->
                directed(Comparator.comparing(Workflow::lastEventAt), descending)
                        .thenComparing(id);
            case "created" ->
                directed(Comparator.comparing(Workflow::createdAt), descending).thenComparing(id);
            case "id" ->
                directed(Comparator.comparing(Workflow::workflowId), descending).thenComparing(id);
            case "steps" ->
                directed(
                                Comparator.<Workflow>comparingInt(
                                        run -> run.completedSteps().size()),
                                descending)
                        .thenComparing(id);
            case "execution" ->
                absentLast(run -> bytes(run.executionId()), descending).thenComparing(id);
            case "error" -> absentLast(run -> bytes(error(run)), descending).thenComparing(id);
            case "ended" -> absentLast(PlainRunList::ended, descending).thenComparing(id);
            case "duration" -> absentLast(Workflow::durationMs, descending).thenComparing(id);
            case "name" -> directed(text(Workflow::workflowName), descending).thenComparing(newestFirst);
            case "env" -> directed(text(Workflow::env), descending).thenComparing(newestFirst);
            case "service" -> directed(text(Workflow::serviceKey), descending).thenComparing(newestFirst);
            default ->
                directed(Comparator.comparing(Workflow::status), descending).thenComparing(newestFirst);
        };
    }

    private String error(Workflow run) {
        String whole = run.errorMessage() != null ? run.errorMessage() : reasons.get(key(run));
        return whole == null ? null : whole.substring(0, Math.min(200, whole.length()));
    }

    private static ByteBuffer bytes(String text) {
        return text == null ? null : ByteBuffer.wrap(flipped(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Buffers compare signed bytes, the database unsigned ones. */
    private static byte[] flipped(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] ^= (byte) 0x80;
        }
        return bytes;
    }

    /** What has no value comes last either way, in the order of its start. */
    private static <T extends Comparable<? super T>> Comparator<Workflow> absentLast(
            Function<Workflow, T> value, boolean descending) {
        Comparator<Workflow> absent = Comparator.comparing(run -> value.apply(run) == null);
        Comparator<Workflow> present = (a, b) -> value.apply(a) == null
                ? begun(a).compareTo(begun(b))
                : value.apply(a).compareTo(value.apply(b));
        return absent.thenComparing(directed(present, descending));
    }

    private static Comparator<Workflow> text(Function<Workflow, String> text) {
        return (a, b) -> Arrays.compareUnsigned(
                text.apply(a).getBytes(StandardCharsets.UTF_8), text.apply(b).getBytes(StandardCharsets.UTF_8));
    }

    private static <T> Comparator<T> directed(Comparator<T> order, boolean descending) {
        return descending ? order.reversed() : order;
    }
}
