package dev.weir.flink;

import dev.weir.core.event.RunKey;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentStage;
import dev.weir.testkit.SessionTraffic;
import dev.weir.testkit.StageHistories;
import dev.weir.wire.EventFamily;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Random histories of everything that is folded, in no order, some of it twice, with what is ignored or rejected among it. */
final class Traffic {
    /** Lately: neither host keeps old telemetry for long. */
    private static final Instant WHEN = Instant.now().minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);

    /** How the ids of later workflows begin. */
    static final String LATER = "later-";

    static final int LATER_RUNS = 6;
    private static final int PAST_RUNS = 9;

    private Traffic() {}

    static List<Sent> of(long seed, int keys) {
        List<Sent> all = new ArrayList<>();
        runs(seed, keys, all);
        stages(seed, keys, all);
        sessions(seed, keys, all);
        others(seed, keys, all);
        past(seed, all);
        Random random = new Random(seed);
        for (int again = all.size() / 5; again > 0; again--) {
            all.add(all.get(random.nextInt(all.size())));
        }
        Collections.shuffle(all, random);
        if (seed % 2 == 0) {
            all.sort(Comparator.comparing(sent -> sent.json().contains("network_capabilities"))); // all of them late
        }
        return all;
    }

    private static void runs(long seed, int keys, List<Sent> all) {
        RunHistories.traffic(seed, Headers.LOCAL_ORG, keys)
                .forEach(event -> all.add(Sent.workflow(EventJson.write(event))));
    }

    /** Every other workflow has a run of its own, too. */
    private static void stages(long seed, int keys, List<Sent> all) {
        for (int i = 0; i < keys; i++) {
            RunKey key = new RunKey(Headers.LOCAL_ORG, "production", "media", "asset-" + i);
            SentStage.of(key, StageHistories.history(seed + i)).forEach(event -> all.add(Sent.workflow(event.json())));
            if (i % 2 == 0) {
                RunHistories.sent(seed + i, key).forEach(event -> all.add(Sent.workflow(EventJson.write(event))));
            }
        }
    }

    /** Runs of one workflow that took a minute or two; the last of them failed. */
    private static void past(long seed, List<Sent> all) {
        for (int i = 0; i < PAST_RUNS; i++) {
            Instant began = WHEN.minusSeconds(3600).plusSeconds(i);
            String end = i == PAST_RUNS - 1 ? "workflow.failed" : "workflow.completed";
            all.add(usual(seed, "past-" + i, "workflow.started", began));
            all.add(usual(seed, "past-" + i, end, began.plusSeconds(60 + 7L * i)));
        }
    }

    /** Runs of the same workflow that have begun since, and go on: what is said of them depends on those before. */
    static List<Sent> later(long seed) {
        List<Sent> all = new ArrayList<>();
        for (int i = 0; i < LATER_RUNS; i++) {
            Instant began = WHEN.plusSeconds(10L * i);
            all.add(usual(seed, LATER + i, "workflow.started", began));
            all.add(usual(seed, LATER + i, "step.started", began.plusSeconds(i)));
        }
        Collections.shuffle(all, new Random(seed));
        return all;
    }

    private static Sent usual(long seed, String workflow, String type, Instant at) {
        String step = type.startsWith("step.") ? ",\"stepName\":\"scan\",\"attempt\":1" : "";
        return Sent.workflow("""
                {"eventId":"%s-%s-%d","type":"%s","timestamp":"%s","env":"production","serviceKey":"orders",
                 "workflowId":"%s","workflowName":"usual"%s}""".formatted(workflow, type, seed, type, at, workflow, step));
    }

    private static void sessions(long seed, int keys, List<Sent> all) {
        for (SessionTraffic.Sent sent : SessionTraffic.of(seed, keys)) {
            String[] query = sent.query().split("&service=");
            String service = query.length > 1 ? query[1] : "";
            all.add(new Sent(EventFamily.NETWORK, query[0].substring("env=".length()), service, sent.json()));
        }
    }

    /** Telemetry, told signals, a type that no fold knows, and what is no event at all. */
    private static void others(long seed, int keys, List<Sent> all) {
        for (int i = 0; i < keys; i++) {
            Instant at = WHEN.plusSeconds(i);
            UUID job = UUID.nameUUIDFromBytes(new byte[] {(byte) i, (byte) seed});
            all.add(new Sent(EventFamily.TELEMETRY, "default", "default", """
                    {"eventType":"signal.rendered","timestamp":"%s","jobId":"%s","surface":"ci","ttfsMs":%d}""".formatted(at, job, 900 + i)));
            all.add(new Sent(EventFamily.SIGNAL, "default", "default", """
                    {"jobId":"%s","kind":"started","summary":"Running scan %d.","timestamp":"%s"}""".formatted(job, i, at)));
            all.add(Sent.workflow("""
                    {"eventId":"unknown-%d-%d","type":"workflow.pondered","timestamp":"%s"}""".formatted(seed, i, at)));
            all.add(Sent.workflow("{\"eventId\":\"bad-" + seed + "-" + i + "\",\"type\":\"workflow.started\"}"));
        }
    }
}
