package dev.weir.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Posts batches to the server without waiting for the answer. */
final class Transport {

    private static final int WORTH_GZIP_BYTES = 1_024;

    private final HttpClient http;
    private final URI endpoint;
    private final @Nullable String apiKey;
    private final boolean gzip;
    private final Duration timeout;

    Transport(ClientSettings settings) {
        http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.connectTimeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        endpoint = settings.eventsEndpoint();
        apiKey = settings.apiKey();
        gzip = settings.gzip();
        timeout = settings.requestTimeout();
    }

    Exchange post(Batch batch, Runnable whenAnswered) {
        CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(request(batch), headers -> new BoundedBody());
        var unused = answer.whenComplete((response, problem) -> whenAnswered.run());
        return new Exchange(answer, batch.size(), System.nanoTime() + timeout.toNanos(), timeout);
    }

    private HttpRequest request(Batch batch) {
        byte[] body = batch.body();
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint).header("Content-Type", "application/json");
        if (apiKey != null) {
            request.header("Authorization", "Bearer " + apiKey);
        }
        if (gzip && body.length > WORTH_GZIP_BYTES) {
            request.header("Content-Encoding", "gzip");
            body = Gzip.compress(body);
        }
        return request.POST(BodyPublishers.ofByteArray(body)).build();
    }
}
