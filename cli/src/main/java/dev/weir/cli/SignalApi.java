package dev.weir.cli;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What a server says of one job, asked for again and again. */
final class SignalApi {
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);
    private static final int RUNS_TO_LEARN_FROM = 9;

    private final Api api;
    private final RunName name;
    private String tag = "";

    /**
     * A signal that differs from the one before.
     *
     * @param source where it came from, as telemetry calls it
     */
    record Seen(FirstSignal signal, String source, boolean cacheHit) {}

    SignalApi(Api api, RunName name) {
        this.api = api;
        this.name = name;
    }

    /** The newest run of this name, if there is one. An address where there is no Weir is a mistake instead. */
    Optional<JsonNode> run() {
        HttpResponse<byte[]> response =
                api.send(api.request(api.uri("/api/v1/workflow", name.query())).timeout(LONGEST_ANSWER));
        if (response.statusCode() == 404 && code(response.body()).equals("unknown_workflow")) {
            return Optional.empty();
        }
        return Optional.of(api.read(response).path("workflow"));
    }

    private static String code(byte[] problem) {
        try {
            return Api.JSON.readTree(problem).path("code").asString("");
        } catch (JacksonException e) {
            return "";
        }
    }

    /** Empty if there is nothing new, or nothing yet. */
    Optional<Seen> look(String jobId) {
        HttpRequest.Builder request =
                api.request(api.uri("/api/v1/signals/" + jobId, List.of())).timeout(LONGEST_ANSWER);
        if (!tag.isEmpty()) {
            request.header("If-None-Match", tag);
        }
        HttpResponse<byte[]> response = api.send(request);
        if (response.statusCode() == 304 || response.statusCode() == 204) {
            return Optional.empty();
        }
        FirstSignal signal = new FirstSignal(api.read(response));
        tag = header(response, "ETag");
        return Optional.of(new Seen(
                signal,
                header(response, "X-FirstSignal-Source"),
                header(response, "Cache-Status").contains("hit")));
    }

    private static String header(HttpResponse<byte[]> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    /** How many steps the latest completed runs of this workflow had, in the middle; 0 if there was none. */
    int usualSteps(String workflowName) {
        List<Entry<String, String>> query = List.of(
                Map.entry("env", name.env()),
                Map.entry("service", name.service()),
                Map.entry("name", workflowName),
                Map.entry("status", "completed"),
                Map.entry("sort", "ended"));
        List<Integer> steps = new ArrayList<>();
        for (JsonNode run : api.items("/api/v1/workflows", query, RUNS_TO_LEARN_FROM)) {
            steps.add(run.path("stepCount").asInt(0));
        }
        steps.sort(null);
        return steps.isEmpty() ? 0 : steps.get(steps.size() / 2);
    }
}
