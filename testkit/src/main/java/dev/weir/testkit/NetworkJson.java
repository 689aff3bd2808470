package dev.weir.testkit;

import dev.weir.core.run.RunRows;
import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.CapabilityModel;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionEventType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The envelopes of a live-video network, written by hand so that a test of the decoder does not trust its library. */
public final class NetworkJson {
    private final Map<String, String> fields = new LinkedHashMap<>();

    private NetworkJson() {}

    public static String write(SessionEvent event) {
        NetworkJson data = new NetworkJson()
                .text("type", subtype(event))
                .text("stream_id", event.streamId())
                .text("request_id", event.requestId())
                .raw("timestamp", event.at() / 1000)
                .text("pipeline", event.pipeline())
                .text("pipeline_id", event.pipelineId())
                .text("message", event.message())
                .text("state", event.streamState())
                .raw("start_time", event.startTime() == null ? null : event.startTime() / 1000);
        if (event.orchestratorAddress() != null || event.orchestratorUrl() != null) {
            data.raw(
                    "orchestrator_info",
                    new NetworkJson()
                            .text("address", event.orchestratorAddress())
                            .text("url", event.orchestratorUrl()));
        }
        if (event.fps() != null) {
            data.raw("inference_status", new NetworkJson().raw("fps", event.fps()));
        }
        if (event.jitter() != null) {
            NetworkJson track = new NetworkJson().text("type", "video").raw("jitter", event.jitter());
            data.raw("stats", new NetworkJson().raw("track_stats", List.of(track)));
        }
        String family = event.type().isTrace() ? "stream_trace" : event.name();
        return envelope(event.id().toString(), family, event.at(), event.gateway(), data);
    }

    private static @Nullable String subtype(SessionEvent event) {
        if (event.type().isTrace()) {
            return event.name();
        }
        if (event.type() == SessionEventType.ERROR) {
            return "error";
        }
        return event.type() == SessionEventType.PARAMETERS_UPDATED ? "params_update" : null;
    }

    /** @param facts of one snapshot; where an index is missing stands something that tells nothing */
    public static String write(List<CapabilityFact> facts) {
        List<NetworkJson> orchestrators = new ArrayList<>();
        for (CapabilityFact fact : facts) {
            while (orchestrators.size() < fact.index()) {
                orchestrators.add(new NetworkJson());
            }
            orchestrators.add(new NetworkJson()
                    .text("address", fact.address())
                    .text("local_address", fact.localAddress())
                    .text("orch_uri", fact.orchUri())
                    .raw(
                            "hardware",
                            fact.models().stream().map(NetworkJson::hardware).toList()));
        }
        CapabilityFact first = facts.get(0);
        return envelope(
                first.snapshot().toString(), "network_capabilities", first.at(), first.gateway(), orchestrators);
    }

    private static NetworkJson hardware(CapabilityModel model) {
        return new NetworkJson()
                .text("pipeline", model.pipeline())
                .text("model_id", model.modelId())
                .raw(
                        "gpu_info",
                        List.of(new NetworkJson().text("id", model.gpuId()).text("name", model.gpuName())));
    }

    private static String envelope(String id, String family, long at, @Nullable String gateway, Object data) {
        return new NetworkJson()
                .text("id", id)
                .text("type", family)
                .text("timestamp", RunRows.instant(at).toString())
                .text("gateway", gateway)
                .raw("data", data)
                .toString();
    }

    private NetworkJson text(String name, @Nullable String value) {
        return raw(name, value == null ? null : EventJson.quoted(value));
    }

    private NetworkJson raw(String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value.toString()); // a list of them is written as JSON has it
        }
        return this;
    }

    @Override
    public String toString() {
        return fields.entrySet().stream()
                .map(field -> EventJson.quoted(field.getKey()) + ":" + field.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
