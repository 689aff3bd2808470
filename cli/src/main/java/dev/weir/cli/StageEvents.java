package dev.weir.cli;

import dev.weir.core.event.Ids;
import dev.weir.core.run.RunRows;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes what an event log says of stages as events of Weir. A log gives its events no ids, so they are made of what the
 * event says, and among identical ones of their number: sending the log again, or one that overlaps with it, sends the
 * same ids. Other columns and attributes are not part of the identity, because an export may number its rows anew.
 */
final class StageEvents {
    private static final JsonFactory JSON = new JsonFactory();

    private final int fileNumber;
    private final String file;
    private final LogOptions options;
    private final EventSink sink;
    private final Repeats repeats = new Repeats();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    private long index;
    private String workflow = "";

    StageEvents(int fileNumber, String file, LogOptions options, EventSink sink) {
        this.fileNumber = fileNumber;
        this.file = file;
        this.options = options;
        this.sink = sink;
    }

    /**
     * @param at microseconds since 1970
     * @param attributes whatever else the log says of it, which is kept as it is
     */
    record Found(
            String workflow,
            String stage,
            String type,
            long at,
            @Nullable Long slaDue,
            @Nullable String workflowName,
            Map<String, String> attributes) {}

    void event(Found found, long line) {
        bytes.reset();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("eventId", id(found).toString());
            json.writeStringProperty("type", found.type());
            json.writeStringProperty("timestamp", text(found.at()));
            json.writeStringProperty("workflowId", found.workflow());
            if (found.workflowName() != null) {
                json.writeStringProperty("workflowName", found.workflowName());
            }
            json.writeStringProperty("workflowStage", found.stage());
            if (found.slaDue() != null) {
                json.writeStringProperty("slaDueTimestamp", text(found.slaDue()));
            }
            if (!found.attributes().isEmpty()) {
                json.writeObjectPropertyStart("attributes");
                found.attributes().forEach(json::writeStringProperty);
                json.writeEndObject();
            }
            json.writeEndObject();
        }
        if (!found.workflow().equals(workflow)) {
            workflow = found.workflow();
            sink.otherWorkflow();
        }
        sink.event(bytes.toByteArray(), found.workflowName() != null, place(line));
        index++;
    }

    void reject(Unusable reason, long line) {
        reject(reason.code(), reason.sentence(), line);
    }

    void reject(String code, String sentence, long line) {
        sink.reject(code, sentence, place(line));
        index++;
    }

    /** The same log in two environments, or of two services, is two logs. */
    private UUID id(Found found) {
        UUID identity = Ids.named(
                "stage event",
                options.env(),
                options.service(),
                found.workflow(),
                found.stage(),
                found.type(),
                Long.toString(found.at()));
        int number = repeats.next(identity);
        return number == 1 ? identity : Ids.named("stage event again", identity.toString(), Integer.toString(number));
    }

    private static String text(long micros) {
        return RunRows.instant(micros).toString();
    }

    private Place place(long line) {
        return new Place(fileNumber, file, line, index);
    }
}
