package dev.weir.cli;

import dev.weir.cli.EventReader.Format;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** An event log, read as {@code send} reads it: what would be sent, and what would be said. */
final class ReadLog implements EventSink {
    final List<JsonNode> events = new ArrayList<>();
    final List<String> places = new ArrayList<>();
    final List<String> rejected = new ArrayList<>();
    final List<String> said = new ArrayList<>();
    private final LogOptions options;

    ReadLog(String env, String map, String zone) {
        options = new LogOptions(
                env,
                "",
                ColumnChoice.parse(map),
                zone.isEmpty() ? Optional.empty() : Optional.of(ZoneId.of(zone)),
                said::add);
    }

    static ReadLog of(String content) throws IOException {
        return new ReadLog("", "", "").read(content);
    }

    ReadLog read(String content) throws IOException {
        return read(content.getBytes(StandardCharsets.UTF_8));
    }

    ReadLog read(byte[] content) throws IOException {
        new EventReader(Format.AUTO, this, options).read(0, "a.log", new ByteArrayInputStream(content));
        return this;
    }

    @Override
    public void event(byte[] json, boolean hasWorkflowName, Place place) {
        JsonNode event = Api.JSON.readTree(json);
        if (hasWorkflowName != event.has("workflowName")) {
            throw new AssertionError("Wrong about the name of " + event);
        }
        events.add(event);
        places.add(place.line() + "/" + place.index());
    }

    @Override
    public void reject(String code, String message, Place place) {
        rejected.add(place.line() + "/" + place.index() + " " + code + ": " + message);
    }

    /** {@code workflow stage type time}, without the part of the type that all have. */
    List<String> shown() {
        return events.stream()
                .map(event -> text(event, "workflowId") + " " + text(event, "workflowStage") + " "
                        + text(event, "type").replace("stage_", "") + " " + text(event, "timestamp"))
                .toList();
    }

    List<String> ids() {
        return events.stream().map(event -> text(event, "eventId")).toList();
    }

    private static String text(JsonNode event, String name) {
        return event.path(name).asString();
    }
}
