package dev.weir.flink.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a JobManager is asked and told over HTTP. */
public final class ClusterRest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final JsonMapper JSON = new JsonMapper();

    private final URI jobManager;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    /** @param jobManager its URL */
    public ClusterRest(URI jobManager) {
        this.jobManager = jobManager;
    }

    /**
     * @param completedCheckpoints since the job was submitted
     * @param stateBytes what the last of them refers to
     * @param checkpointMs how long it took
     */
    public record Job(String id, String state, long completedCheckpoints, long stateBytes, long checkpointMs) {}

    /**
     * Submits a job.
     *
     * @param arguments of its main method
     * @param savepoint where to go on from; null for a start without state
     * @return the job's id
     */
    public String submit(Path jar, List<String> arguments, int parallelism, @Nullable String savepoint)
            throws IOException {
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("programArgsList", arguments);
        run.put("parallelism", parallelism);
        if (savepoint != null) {
            run.put("savepointPath", savepoint);
        }
        String uploaded = "/jars/" + upload(jar);
        try {
            JsonNode answer = send(request(uploaded + "/run")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(JSON.writeValueAsString(run))));
            return answer.path("jobid").asString();
        } finally {
            send(request(uploaded).DELETE()); // a job that runs has a copy
        }
    }

    /** As a form with one field, the only shape in which Flink takes a file. */
    private String upload(Path jar) throws IOException {
        String boundary = "weir-" + UUID.randomUUID();
        BodyPublisher form = BodyPublishers.concat(
                BodyPublishers.ofString(
                        "--" + boundary + "\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\""
                                + jar.getFileName() + "\"\r\nContent-Type: application/x-java-archive\r\n\r\n"),
                BodyPublishers.ofFile(jar),
                BodyPublishers.ofString("\r\n--" + boundary + "--\r\n"));
        JsonNode answer = send(request("/jars/upload")
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(form));
        String file = answer.path("filename").asString();
        return file.substring(file.lastIndexOf('/') + 1);
    }

    /** The job as it is now. */
    public Job job(String id) throws IOException {
        JsonNode job = send(request("/jobs/" + id).GET());
        JsonNode checkpoints = send(request("/jobs/" + id + "/checkpoints").GET());
        JsonNode last = checkpoints.path("latest").path("completed");
        return new Job(
                id,
                job.path("state").asString(),
                checkpoints.path("counts").path("completed").asLong(),
                last.path("state_size").asLong(),
                last.path("end_to_end_duration").asLong());
    }

    public void cancel(String id) throws IOException {
        send(request("/jobs/" + id + "?mode=cancel").method("PATCH", BodyPublishers.noBody()));
    }

    boolean answers() throws IOException {
        return !ask("/overview").isMissingNode();
    }

    boolean hasTaskManager(String id) throws IOException {
        for (JsonNode one : ask("/taskmanagers").path("taskmanagers")) {
            if (one.path("id").asString().equals(id)) {
                return true;
            }
        }
        return false;
    }

    /** The answer, or a missing node while there is nobody to give one. */
    private JsonNode ask(String path) throws IOException {
        try {
            return send(request(path).timeout(Duration.ofSeconds(5)).GET());
        } catch (Refused | Unreachable e) {
            return JSON.missingNode();
        }
    }

    /** Not the answer that was asked for. */
    private static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /** No JobManager is there. */
    static final class Unreachable extends IOException {
        private static final long serialVersionUID = 1L;

        Unreachable(String message) {
            super(message);
        }
    }

    /** @throws Unreachable if it is not there */
    void require() throws IOException {
        send(request("/overview").timeout(Duration.ofSeconds(5)).GET());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(jobManager.resolve("/v1" + path)).timeout(PATIENCE);
    }

    private JsonNode send(HttpRequest.Builder builder) throws IOException {
        HttpResponse<String> response = exchange(builder.build());
        JsonNode answer;
        try {
            answer = JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw new Unreachable("What answers at " + jobManager + " is no JobManager: check that URL.");
        }
        if (response.statusCode() / 100 != 2) {
            throw new Refused("The JobManager at " + jobManager + " refused: " + Refusal.reason(answer));
        }
        return answer;
    }

    private HttpResponse<String> exchange(HttpRequest request) throws IOException {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The wait for the JobManager at " + jobManager + " was interrupted.", e);
        } catch (IOException e) { // it says little, and nothing at all if the connection was refused
            throw new Unreachable("No JobManager answers at " + jobManager + ": check that URL and that it runs.");
        }
    }
}
