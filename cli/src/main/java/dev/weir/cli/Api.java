package dev.weir.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a server answers to questions; whatever keeps it from answering becomes a sentence and an exit code. */
final class Api {
    static final JsonMapper JSON = JsonMapper.builder().build();

    private static final int LARGEST_PAGE = 1_000;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final URI server;
    private final Optional<String> key;

    Api(URI server, Optional<String> key) {
        this.server = server;
        this.key = key;
    }

    JsonNode get(String path, List<Entry<String, String>> query) {
        return read(send(request(uri(path, query)).timeout(Duration.ofMinutes(1))));
    }

    /** Whatever the answer is. */
    HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw unreachable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(Weir.NO, "Asking " + server + " was interrupted.", e);
        }
    }

    JsonNode read(HttpResponse<byte[]> response) {
        if (response.statusCode() != 200) {
            throw refusal(response.statusCode(), response.body());
        }
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw new Refusal(Weir.NO, server + " does not answer as Weir does: check --url.", e);
        }
    }

    /** An address on the server, where a path is from the root of its pages on. */
    String link(String address) {
        return address.startsWith("/") ? server + address : address;
    }

    /** The items of a list, page after page, until there are no more or as many as wanted. */
    List<JsonNode> items(String path, List<Entry<String, String>> query, int most) {
        return items(path, query, most, LARGEST_PAGE);
    }

    List<JsonNode> items(String path, List<Entry<String, String>> query, int most, int pageSize) {
        List<JsonNode> items = new ArrayList<>();
        String cursor = "";
        do {
            List<Entry<String, String>> page = new ArrayList<>(query);
            page.add(Map.entry("limit", "" + Math.min(pageSize, most - items.size())));
            if (!cursor.isEmpty()) {
                page.add(Map.entry("cursor", cursor));
            }
            JsonNode answer = get(path, page);
            answer.path("items").forEach(items::add);
            cursor = answer.path("next").asString("");
        } while (!cursor.isEmpty() && items.size() < most);
        return items.size() > most ? items.subList(0, most) : items;
    }

    HttpRequest.Builder request(URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        key.ifPresent(given -> request.header("Authorization", "Bearer " + given));
        return request;
    }

    HttpClient http() {
        return http;
    }

    URI uri(String path, List<Entry<String, String>> query) {
        String parameters = query.stream()
                .map(parameter -> parameter.getKey() + "=" + encoded(parameter.getValue()))
                .collect(Collectors.joining("&"));
        return URI.create(server + path + (parameters.isEmpty() ? "" : "?" + parameters));
    }

    /** For a segment of a path, where a plus sign is a plus sign. */
    static String segment(String text) {
        return encoded(text).replace("+", "%20");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    Refusal refusal(int status, byte[] body) {
        String said = Answer.problem(body);
        return switch (status) {
            case 400 -> new Refusal(Weir.WRONG_USAGE, said.isEmpty() ? described(status, "") + ": check --url." : said);
            case 404 -> new Refusal(Weir.NO, said.isEmpty() ? described(status, "") + ": check --url." : said);
            case 401, 403 -> new Refusal(Weir.NO, described(status, said) + ": check --key.");
            case 429, 502, 503, 504 ->
                new Refusal(Weir.UNREACHABLE, described(status, said) + ": try again in a moment.");
            default -> new Refusal(Weir.NO, described(status, said) + ": check --url, or look at the server's log.");
        };
    }

    private String described(int status, String said) {
        return "The server at " + server + " answered " + status
                + (said.isEmpty() ? "" : " (" + said.replaceAll("\\.$", "") + ")");
    }

    /** The client of HTTP itself has none for what happens most. */
    static String words(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "nobody knows its name";
            }
        }
        String message = e.getMessage();
        return message != null ? message : e instanceof ConnectException ? "connection refused" : e.toString();
    }

    Refusal unreachable(IOException e) {
        return new Refusal(
                Weir.UNREACHABLE,
                "The server at " + server + " cannot be reached (" + words(e)
                        + "): start it with weir up, or name another with --url.",
                e);
    }
}
