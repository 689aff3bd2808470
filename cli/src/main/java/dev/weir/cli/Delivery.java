package dev.weir.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Brings a batch to the server and its answer into the tally; tries again for a while when that may help. */
final class Delivery {
    private static final Duration FIRST_WAIT = Duration.ofMillis(200);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    record Event(byte[] json, Place place) {}

    /**
     * How long to try again after a batch first failed: a server that has answered before is worth waiting for, one that
     * never did is probably not there.
     */
    record Patience(Duration withKnownServer, Duration withUnknownServer) {
        static final Patience USUAL = new Patience(Duration.ofMinutes(1), Duration.ofSeconds(5));
    }

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final URI endpoint;
    private final Optional<String> key;
    private final Patience patience;
    private final Tally tally;
    private volatile boolean serverKnown;

    Delivery(URI endpoint, Optional<String> key, Patience patience, Tally tally) {
        this.endpoint = endpoint;
        this.key = key;
        this.patience = patience;
        this.tally = tally;
    }

    void deliver(List<Event> batch) throws InterruptedException {
        HttpResponse<byte[]> response = send(body(batch));
        int status = response.statusCode();
        if (status == 200 || status == 202) {
            count(batch, response.body());
        } else if ((status == 413 || status == 400) && batch.size() > 1) {
            // One event must not cost the others, nor a limit that is smaller than this batch.
            deliver(batch.subList(0, batch.size() / 2));
            deliver(batch.subList(batch.size() / 2, batch.size()));
        } else if (status == 413 || status == 400) {
            String code = status == 413 ? "too_large" : "not_an_object";
            tally.reject(batch.get(0).place(), code, Answer.problem(response.body()));
        } else {
            throw new Refusal(Weir.NO, described(response) + ": " + advice(status));
        }
    }

    private void count(List<Event> batch, byte[] body) {
        Answer answer = Answer.of(body, batch.size());
        if (answer == null) {
            throw new Refusal(Weir.NO, endpoint + " does not answer as Weir does: check --url.");
        }
        tally.add(answer);
        for (Answer.Reject reject : answer.rejected()) {
            tally.reject(batch.get(reject.index()).place(), reject.code(), reject.message());
        }
    }

    /** Safe to repeat, because the server knows an event by its id. */
    private HttpResponse<byte[]> send(byte[] body) throws InterruptedException {
        HttpRequest request = request(body);
        long begin = System.nanoTime();
        for (int failures = 1; ; failures++) {
            Attempt attempt = attempt(request, failures);
            if (attempt.answer().isPresent()) {
                return attempt.answer().get();
            }
            Duration limit = serverKnown ? patience.withKnownServer() : patience.withUnknownServer();
            if (System.nanoTime() - begin + attempt.waitNext().toNanos() > limit.toNanos()) {
                throw new Refusal(Weir.UNREACHABLE, attempt.problem() + ": try again when it is there again.");
            }
            Thread.sleep(attempt.waitNext().toMillis());
        }
    }

    /** An answer that is worth something, or why there is none and how long to wait before the next attempt. */
    private record Attempt(Optional<HttpResponse<byte[]>> answer, String problem, Duration waitNext) {}

    private Attempt attempt(HttpRequest request, int number) throws InterruptedException {
        try {
            HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
            serverKnown = true;
            if (!mayHelpLater(response.statusCode())) {
                return new Attempt(Optional.of(response), "", Duration.ZERO);
            }
            Duration asked = retryAfter(response).orElse(backOff(number));
            return new Attempt(Optional.empty(), described(response), asked);
        } catch (IOException e) {
            String problem = "The server at " + endpoint + " cannot be reached (" + Api.words(e) + ")";
            return new Attempt(Optional.empty(), problem, backOff(number));
        }
    }

    /** 501 is said by servers that will never take events. */
    private static boolean mayHelpLater(int status) {
        return status == 429 || (status >= 500 && status != 501);
    }

    private HttpRequest request(byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                .timeout(Duration.ofMinutes(1))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body));
        key.ifPresent(given -> request.header("Authorization", "Bearer " + given));
        return request.build();
    }

    private static byte[] body(List<Event> batch) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (Event event : batch) {
            body.write(body.size() == 0 ? '[' : ',');
            body.writeBytes(event.json());
        }
        body.write(']');
        return body.toByteArray();
    }

    private static Optional<Duration> retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(seconds -> seconds.matches("\\d{1,6}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
    }

    private static Duration backOff(int failures) {
        long most = Math.min(LONGEST_WAIT.toMillis(), FIRST_WAIT.toMillis() << Math.min(failures - 1, 20));
        return Duration.ofMillis(most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1));
    }

    private String described(HttpResponse<byte[]> response) {
        String detail = Answer.problem(response.body());
        return "The server at " + endpoint + " answered " + response.statusCode()
                + (detail.isEmpty() ? "" : " (" + detail.replaceAll("\\.$", "") + ")");
    }

    private static String advice(int status) {
        return status == 401 || status == 403 ? "check --key." : "check --url.";
    }
}
