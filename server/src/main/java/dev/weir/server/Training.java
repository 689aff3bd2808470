package dev.weir.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;

/**
 * A short life for the launcher to record which classes a server needs: they are mapped into later processes, which
 * halves the time of a start. It runs on a data directory that is thrown away.
 */
final class Training {

    private Training() {}

    static void run(String url) {
        String event = """
                [{"eventId":"0","type":"workflow.started","timestamp":"%s","workflowId":"w","workflowName":"n"}]
                """.formatted(Instant.now());
        try {
            HttpClient client = HttpClient.newHttpClient();
            client.send(
                    HttpRequest.newBuilder(URI.create(url + "/api/v1/events"))
                            .POST(BodyPublishers.ofString(event))
                            .build(),
                    BodyHandlers.discarding());
            for (String path : new String[] {"/api/v1/workflows/default/default/w", "/readyz", "/metrics"}) {
                client.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.discarding());
            }
        } catch (IOException e) {
            System.err.println("The training run could not talk to itself: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
