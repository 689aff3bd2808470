package dev.weir.server.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Says to a server what no decent client would, and reads what it answers. */
public record RawHttp(int status, String headers, String body) {
    private static final int PATIENCE_MS = 20_000;

    /** @param request with single line feeds, up to the end of its body; one character is one byte */
    public static RawHttp send(String url, String request) {
        URI server = URI.create(url);
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(ISO_8859_1));
            socket.shutdownOutput();
            return parse(new String(socket.getInputStream().readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static RawHttp get(String url, String path) {
        return send(url, "GET " + path + " HTTP/1.1\nHost: localhost\nConnection: close\n\n");
    }

    private static RawHttp parse(String answer) {
        int end = answer.indexOf("\r\n\r\n");
        String head = answer.substring(0, end);
        String body = answer.substring(end + 4);
        if (head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")) {
            body = body.substring(body.indexOf("\r\n") + 2, body.lastIndexOf("\r\n0\r\n"));
        }
        return new RawHttp(Integer.parseInt(head.split(" ")[1]), head, body);
    }

    public JsonNode json() {
        return JsonMapper.builder().build().readTree(body);
    }
}
