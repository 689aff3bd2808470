package dev.weir.testkit;

import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRows;
import dev.weir.core.session.SessionRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Many random sessions on their way to a server: events and snapshots of all of them in no order, some of them twice. */
public final class SessionTraffic {

    /**
     * One envelope: an event of a session, or a snapshot.
     *
     * @param query where it belongs, as the request says it
     */
    public record Sent(String query, String json, @Nullable SessionEvent event, List<CapabilityFact> facts) {

        /** Under which it is in the log. */
        public UUID id() {
            return event == null ? facts.get(0).snapshot() : event.id();
        }
    }

    private SessionTraffic() {}

    public static List<Sent> of(long firstSeed, int sessions) {
        List<Sent> all = new ArrayList<>();
        for (long seed = firstSeed; seed < firstSeed + sessions; seed++) {
            Map<UUID, List<CapabilityFact>> snapshots = new LinkedHashMap<>();
            for (SessionFolding.Told told : SessionHistories.history(seed)) {
                if (told.event() != null) {
                    SessionEvent event = renamed(told.event(), seed);
                    String service = event.service() == null ? "" : "&service=" + event.service();
                    all.add(new Sent("env=" + event.env() + service, NetworkJson.write(event), event, List.of()));
                } else {
                    CapabilityFact fact = Objects.requireNonNull(told.fact());
                    snapshots
                            .computeIfAbsent(fact.snapshot(), snapshot -> new ArrayList<>())
                            .add(fact);
                }
            }
            snapshots.values().forEach(facts -> {
                facts.sort((a, b) -> Integer.compare(a.index(), b.index()));
                all.add(new Sent("env=production", NetworkJson.write(facts), null, facts));
            });
        }
        Random random = new Random(firstSeed);
        for (int again = all.size() / 20; again > 0; again--) {
            all.add(all.get(random.nextInt(all.size())));
        }
        Collections.shuffle(all, random);
        return all;
    }

    /** Histories are all of one session, and each knows its gateway. */
    private static SessionEvent renamed(SessionEvent event, long seed) {
        String stream = "s/" + seed + "%2F é";
        String request = seed % 9 == 0 ? null : "r";
        return new SessionEvent(
                event.id(),
                event.type(),
                event.name(),
                event.at(),
                event.env(),
                event.service(),
                SessionKey.idOf(stream, request, event.id()),
                stream,
                request,
                seed % 7 == 0 ? null : event.gateway(),
                event.orchestratorAddress(),
                event.orchestratorUrl(),
                event.pipeline(),
                event.pipelineId(),
                event.message(),
                event.streamState(),
                event.startTime(),
                event.fps(),
                event.jitter());
    }

    /** The bodies of requests, by their query. */
    public static Map<String, String> bodies(List<Sent> traffic) {
        return traffic.stream()
                .collect(Collectors.groupingBy(
                        Sent::query, TreeMap::new, Collectors.mapping(Sent::json, Collectors.joining(",", "[", "]"))));
    }

    /** The events of each session, each of them once. */
    public static Map<String, List<SessionEvent>> sessions(List<Sent> traffic) {
        return traffic.stream()
                .map(Sent::event)
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.groupingBy(SessionEvent::sessionId, TreeMap::new, Collectors.toList()));
    }

    /** What the pure functions make of it. */
    public static List<SessionRows> rows(List<Sent> traffic, UUID org, SessionRules rules) {
        List<CapabilityFact> facts = traffic.stream()
                .flatMap(sent -> sent.facts().stream())
                .distinct()
                .toList();
        return sessions(traffic).entrySet().stream()
                .map(session -> SessionRows.of(
                        new SessionKey(org, session.getKey()),
                        Objects.requireNonNull(SessionFold.fold(session.getValue(), rules)),
                        facts,
                        rules))
                .toList();
    }
}
