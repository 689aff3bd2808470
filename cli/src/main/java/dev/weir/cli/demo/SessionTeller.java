package dev.weir.cli.demo;

import dev.weir.cli.demo.Orchestrators.Orchestrator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells one live-video session from its request to what comes after its close. */
final class SessionTeller {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long STATUS_EVERY = 10 * SECOND;
    private static final long TYPICAL_LENGTH = 3 * MINUTE;

    private static final double NOBODY_THERE = 0.035;
    private static final double VIEWER_LEAVES = 0.04;
    private static final double FAILS = 0.015;
    private static final double FAILS_IN_INCIDENT = 0.6;
    private static final double SWAPS = 0.07;
    private static final double CHANGES_SILENTLY = 0.02;
    private static final double TAKEN_OVER = 0.75;
    private static final double NEVER_CLOSED = 0.05;
    private static final double STRANGER = 0.04;

    private static final List<String> PROMPTS =
            List.of("oil painting", "paper theatre", "winter harbour", "blueprint", "stained glass");
    private static final List<String> FAULTS = List.of(
            "CUDA error: out of memory while loading the model",
            "inference process exited with code 139",
            "no frame from the runner for 30 s");

    private final Chance chance;
    private final NetworkJournal journal;
    private final long number;
    private final String requestId;
    private final String streamId;
    private final String pipeline;
    private Orchestrator orchestrator;

    SessionTeller(Chance chance, long number, String requestId) {
        this.chance = chance;
        this.number = number;
        this.requestId = requestId;
        streamId = "stream-" + chance.letters(8);
        pipeline = chance.happens(0.2) ? Orchestrators.DEPTH : Orchestrators.DIFFUSION;
        journal = new NetworkJournal(chance.oneOf(Sessions.GATEWAYS), number, chance.bits());
        boolean strange = pipeline.equals(Orchestrators.DIFFUSION) && chance.happens(STRANGER);
        orchestrator = strange ? Orchestrators.STRANGER : chance.oneOf(Orchestrators.of(pipeline));
    }

    Story tell(long begin) {
        double rarity = chance.share();
        trace(begin, "gateway_receive_stream_request", null);
        if (chance.happens(NOBODY_THERE)) {
            long at = begin + chance.about(2 * SECOND);
            trace(at, "gateway_no_orchestrators_available", null);
            error(at + 1, "no orchestrators available within the timeout");
            close(at + 50);
        } else if (chance.happens(VIEWER_LEAVES)) {
            long at = begin + chance.about(4 * SECOND);
            trace(begin + 700, "gateway_send_first_ingest_segment", orchestrator);
            error(at, "WHIP disconnected");
            close(at + 20);
        } else if (chance.happens(failing(begin))) {
            fail(begin);
        } else {
            play(begin);
        }
        return new Story(number, rarity, journal.events());
    }

    /** For a while one orchestrator hardly starts anything. */
    private double failing(long at) {
        return orchestrator == Orchestrators.FLAKY && Incident.RUNNER_FAILS.isOn(at) ? FAILS_IN_INCIDENT : FAILS;
    }

    private void fail(long begin) {
        trace(begin + chance.about(800), "gateway_send_first_ingest_segment", orchestrator);
        status(begin + 3 * SECOND, begin + 350, 0, "ONLINE");
        long at = begin + 5 * SECOND + chance.about(9 * SECOND);
        error(at, chance.oneOf(FAULTS));
        close(at + chance.about(2 * SECOND));
    }

    private void play(long begin) {
        long sent = begin + chance.about(900);
        trace(sent, "gateway_send_first_ingest_segment", orchestrator);
        // By the runner's clock, which may be behind; but what happens is told in order, so nothing before the
        // beginning.
        long taken = Math.max(begin, sent + 120 + orchestrator.clockMs());
        trace(taken, "runner_receive_first_ingest_segment", orchestrator);
        long made = sent + chance.about(1_300);
        trace(Math.max(begin, made + orchestrator.clockMs()), "runner_send_first_processed_segment", orchestrator);
        long received = made + chance.about(350);
        trace(received, "gateway_receive_first_processed_segment", orchestrator);
        trace(received + chance.about(2_400), "gateway_receive_few_processed_segments", orchestrator);
        long end = received + 20 * SECOND + chance.about(TYPICAL_LENGTH);
        work(begin, received, end);
        finish(end);
    }

    /** Samples until the end, with new prompts, and sometimes another orchestrator in the middle. */
    private void work(long begin, long received, long end) {
        double pace = 1;
        long swapAt = chance.happens(SWAPS) ? received + (long) (chance.share() * (end - received)) : Long.MAX_VALUE;
        long changeAt = chance.happens(CHANGES_SILENTLY)
                ? received + (long) (chance.share() * (end - received))
                : Long.MAX_VALUE;
        for (long at = begin + 3 * SECOND; at < end; at += STATUS_EVERY) {
            if (at > swapAt) {
                swap(swapAt);
                swapAt = Long.MAX_VALUE;
                status(at, begin + 350, 0, "DEGRADED_INFERENCE");
                continue;
            }
            if (at > changeAt) {
                orchestrator = other();
                changeAt = Long.MAX_VALUE;
            }
            if (at > received && chance.happens(0.06)) {
                update(at - chance.between(1, 4_000));
                pace = 0.75 + chance.share() * 0.3;
            }
            double fps = at < received ? 0 : orchestrator.fps() * pace * (0.96 + 0.08 * chance.share());
            status(at, begin + 350, fps, chance.happens(0.02) ? "DEGRADED_INPUT" : "ONLINE");
            if (chance.happens(0.3)) {
                ingest(at + 200);
            }
        }
    }

    private void swap(long at) {
        trace(at, "orchestrator_swap", orchestrator);
        if (chance.happens(TAKEN_OVER)) {
            orchestrator = other();
            trace(at + chance.about(3 * SECOND), "runner_send_first_processed_segment", orchestrator);
        }
    }

    private Orchestrator other() {
        List<Orchestrator> others = Orchestrators.of(pipeline).stream()
                .filter(one -> one != orchestrator)
                .toList();
        return others.isEmpty() ? orchestrator : chance.oneOf(others);
    }

    /** Almost every session ends with an error that means nothing; some of these come late. */
    private void finish(long end) {
        if (chance.happens(NEVER_CLOSED)) {
            return;
        }
        close(end);
        if (chance.happens(0.7)) {
            error(end + chance.between(0, 30) * SECOND, "mediamtx ingest disconnected");
        }
    }

    private void trace(long at, String type, @Nullable Orchestrator by) {
        Map<String, Object> data = data(at, type);
        data.put("orchestrator_info", by == null ? Map.of("address", "", "url", "") : by.info());
        journal.note(at, "stream_trace", data);
    }

    private void close(long at) {
        trace(at, "gateway_ingest_stream_closed", null);
    }

    private void error(long at, String message) {
        Map<String, Object> data = data(at, "error");
        data.put("message", message);
        journal.note(at, "ai_stream_events", data);
    }

    private void update(long at) {
        Map<String, Object> data = data(at, "params_update");
        data.put("params", Map.of("prompt", chance.oneOf(PROMPTS), "strength", chance.between(3, 9) / 10.0));
        journal.note(at, "ai_stream_events", data);
    }

    private void status(long at, long startTime, double fps, String state) {
        Map<String, Object> data = data(at, "status");
        data.put("orchestrator_info", orchestrator.info());
        data.put("start_time", startTime);
        data.put("state", state);
        data.put("inference_status", Map.of("fps", Math.round(fps * 100) / 100.0, "restart_count", 0));
        journal.note(at, "ai_stream_status", data);
    }

    private void ingest(long at) {
        Map<String, Object> data = data(at, "stream_ingest_metrics");
        Map<String, Object> video = Map.of("type", "video", "jitter", chance.between(10, 420) / 10.0);
        data.put("stats", Map.of("track_stats", List.of(video)));
        journal.note(at, "stream_ingest_metrics", data);
    }

    private Map<String, Object> data(long at, String type) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("type", type);
        data.put("stream_id", streamId);
        data.put("request_id", requestId);
        data.put("pipeline", pipeline);
        data.put("timestamp", at);
        return data;
    }
}
