package dev.weir.wire;

import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.CapabilityModel;
import dev.weir.core.session.DiscoveryFact;
import dev.weir.core.session.PaymentFact;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads what events tell beside sessions. A snapshot is made of what many strangers say of themselves: whatever is odd in
 * it counts as absent, so that one of them does not cost the others.
 */
final class FactReader {
    private static final int LONGEST_NUMBER = 100; // in characters, and in digits when it is written out

    /** In characters, whatever the limits are that day: what was odd when it came is odd when the log is read again. */
    private static final int LONGEST_NAME = 250;

    private final UUID event;
    private final long at;
    private final @Nullable String gateway;
    private final int maxNameBytes;

    FactReader(UUID event, long at, @Nullable String gateway, int maxNameBytes) {
        this.event = event;
        this.at = at;
        this.gateway = gateway;
        this.maxNameBytes = maxNameBytes;
    }

    List<CapabilityFact> capabilities(@Nullable Object data) {
        List<?> items = items(
                data instanceof Map<?, ?> one && one.get("orchestrators") != null ? one.get("orchestrators") : data);
        if (!items.isEmpty() && items.stream().noneMatch(Map.class::isInstance)) {
            throw NotTaken.wrongType("data[0]", "an object");
        }
        List<CapabilityFact> facts = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            Map<?, ?> item = items.get(i) instanceof Map<?, ?> fields ? fields : Map.of();
            String address = name(item, "address");
            String local = name(item, "local_address");
            if (address != null) {
                facts.add(new CapabilityFact(
                        event,
                        i,
                        at,
                        gateway,
                        address,
                        local == null ? address : local,
                        name(item, "orch_uri"),
                        name(map(item, "capabilities"), "version"),
                        models(item)));
            }
        }
        return facts;
    }

    /** What runs on a GPU, and then what is offered without saying where. */
    private List<CapabilityModel> models(Map<?, ?> item) {
        List<CapabilityModel> models = new ArrayList<>();
        Set<String> placed = new HashSet<>();
        for (Object entry : values(item.get("hardware"))) {
            Map<?, ?> hardware = entry instanceof Map<?, ?> map ? map : Map.of();
            String modelId = name(hardware, "model_id");
            if (modelId == null) {
                continue;
            }
            placed.add(modelId);
            Collection<?> gpus = values(hardware.get("gpu_info"));
            for (Object gpu : gpus.isEmpty() ? List.of(Map.of()) : gpus) {
                Map<?, ?> info = gpu instanceof Map<?, ?> map ? map : Map.of();
                models.add(
                        new CapabilityModel(name(hardware, "pipeline"), modelId, name(info, "id"), name(info, "name")));
            }
        }
        Map<?, ?> constraints = map(map(map(item, "capabilities"), "constraints"), "PerCapability");
        for (Object capability : constraints.values()) {
            Map<?, ?> offered = capability instanceof Map<?, ?> map ? map(map, "models") : Map.of();
            for (Object modelId : offered.keySet()) {
                if (placed.add((String) modelId)) {
                    models.add(new CapabilityModel(null, (String) modelId, null, null));
                }
            }
        }
        return List.copyOf(models);
    }

    List<DiscoveryFact> discoveries(@Nullable Object data) {
        List<?> items = items(data);
        List<DiscoveryFact> facts = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            NetworkObject item = NetworkObject.of("data[" + i + "]", items.get(i), maxNameBytes);
            facts.add(new DiscoveryFact(
                    event, i, at, gateway, item.name("address"), item.name("url"), item.number("latency_ms")));
        }
        return facts;
    }

    PaymentFact payment(NetworkObject data) {
        Double tickets = data.number("numTickets");
        return new PaymentFact(
                event,
                at,
                gateway,
                data.name("requestID"),
                data.name("sessionID"),
                data.name("manifestID"),
                data.name("capability"),
                data.name("orchestrator"),
                data.name("recipient"),
                data.name("sender"),
                amount(data.text("faceValue"), "wei"),
                amount(data.text("price"), "wei/pixel"),
                tickets == null ? null : Long.valueOf(tickets.longValue()),
                data.number("winProb"));
    }

    /** Such as {@code 2402400000000000 WEI}; null if it is something else. */
    private static @Nullable BigDecimal amount(@Nullable String text, String unit) {
        int space = text == null ? -1 : text.indexOf(' ');
        if (text == null || space < 0 || space > LONGEST_NUMBER) {
            return null;
        }
        if (!text.substring(space + 1).trim().toLowerCase(Locale.ROOT).equals(unit)) {
            return null;
        }
        try {
            BigDecimal amount = new BigDecimal(text.substring(0, space));
            long whole = (long) amount.precision() - amount.scale();
            return Math.max(whole, amount.scale()) > LONGEST_NUMBER ? null : amount;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private List<?> items(@Nullable Object data) {
        if (data instanceof List<?> list) {
            return list;
        }
        return List.of(NetworkObject.of("data", data, maxNameBytes).fields());
    }

    private @Nullable String name(Map<?, ?> fields, String key) {
        boolean usable = fields.get(key) instanceof String text && !text.isEmpty() && text.length() <= LONGEST_NAME;
        return usable ? (String) fields.get(key) : null;
    }

    private static Map<?, ?> map(Map<?, ?> fields, String key) {
        return fields.get(key) instanceof Map<?, ?> map ? map : Map.of();
    }

    /** Numbered entries come as an array or as an object with the numbers for keys. */
    private static Collection<?> values(@Nullable Object entries) {
        if (entries instanceof Map<?, ?> map) {
            return map.values();
        }
        return entries instanceof List<?> list ? list : List.of();
    }
}
