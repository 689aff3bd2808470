package dev.weir.bench;

import java.util.List;
import java.util.SplittableRandom;

/**
 * What one live stream tells: the traces of its start, samples of the frame rate and of the jitter, now and then new
 * parameters or another orchestrator, the close, and mostly a harmless error after it. A few never start. Sizes are those
 * of real events.
 */
final class StreamScript {
    private static final List<String> START = List.of(
            "gateway_receive_stream_request",
            "gateway_send_first_ingest_segment",
            "runner_receive_first_ingest_segment",
            "runner_send_first_processed_segment",
            "gateway_receive_first_processed_segment",
            "gateway_receive_few_processed_segments");
    private static final int TRACES_OF_FAILED_START = 2;
    private static final String[] GATEWAYS = {"live-video-sea", "live-video-fra", "live-video-mdw", "live-video-lax"};

    private final SplittableRandom random;
    private final Fleet fleet;
    private final String gateway;
    private final String ids;
    private final int traces;
    private final int samples;
    private final int ends;
    private int orchestrator;
    private int told;
    private long startedAt;

    /** @param samples how many it tells; none if it never starts */
    StreamScript(SplittableRandom random, Fleet fleet, int samples) {
        this.random = random;
        this.fleet = fleet;
        this.samples = samples;
        gateway = GATEWAYS[random.nextInt(GATEWAYS.length)];
        ids = ",\"stream_id\":\"aiJobTesterStream-" + (random.nextLong() >>> 1)
                + "\",\"pipeline_id\":\"\",\"request_id\":\"" + String.format("%08x", random.nextInt()) + "\"}";
        traces = samples == 0 ? TRACES_OF_FAILED_START : START.size();
        ends = samples == 0 || random.nextInt(10) < 7 ? 2 : 1;
        orchestrator = random.nextInt(Fleet.SIZE);
    }

    /** As most are: one in thirty never starts, the others tell 20 to 140 samples. */
    static StreamScript usual(SplittableRandom random, Fleet fleet) {
        return new StreamScript(random, fleet, random.nextInt(30) == 0 ? 0 : 20 + random.nextInt(121));
    }

    boolean isOver() {
        return told == traces + samples + ends;
    }

    /** @param at in milliseconds since 1970, later than the last time */
    Envelope next(long at) {
        int number = told++;
        if (number == 0) {
            startedAt = at;
        }
        if (number < traces) {
            return trace(at, START.get(number), number > 0);
        }
        if (number < traces + samples) {
            return sample(at);
        }
        return number == traces + samples ? trace(at, "gateway_ingest_stream_closed", false) : error(at);
    }

    private Envelope sample(long at) {
        int chance = random.nextInt(1_000);
        if (chance < 2) {
            return swap(at);
        }
        if (chance < 12) {
            return update(at);
        }
        return chance < 340 ? ingest(at) : status(at);
    }

    /** A gateway knows no orchestrator yet when it is asked for a stream, and none any more when it closes it. */
    private Envelope trace(long at, String type, boolean named) {
        String info = named ? fleet.info(orchestrator) : "{\"address\":\"\",\"url\":\"\"}";
        return envelope("stream_trace", at, "{\"type\":\"" + type + "\",\"orchestrator_info\":" + info);
    }

    private Envelope swap(long at) {
        Envelope told = trace(at, "orchestrator_swap", true);
        orchestrator = random.nextInt(Fleet.SIZE);
        return told;
    }

    private Envelope status(long at) {
        double fps = 12 + random.nextInt(1_300) / 100.0;
        return envelope(
                "ai_stream_status",
                at,
                "{\"type\":\"status\",\"orchestrator_info\":" + fleet.info(orchestrator)
                        + ",\"inference_status\":{\"restart_count\":1,\"last_output_time\":" + (at - 40)
                        + ",\"last_restart_time\":" + (startedAt - 7_000_000) + ",\"fps\":" + fps
                        + ",\"last_params_hash\":\"99914b932bd37a50b983c5e7c90ae93b\",\"last_params_update_time\":"
                        + (startedAt + 350) + ",\"last_params\":{}},\"input_status\":{\"last_input_time\":" + (at - 20)
                        + ",\"fps\":" + (fps + 0.5) + "},\"last_status_timestamp\":" + (at - 10_000)
                        + ",\"last_state_update_time\":" + (startedAt + 7_700) + ",\"start_time\":" + (startedAt + 350)
                        + ",\"pipeline\":\"" + Fleet.MODEL + "\",\"state\":\"ONLINE\"");
    }

    private Envelope ingest(long at) {
        return envelope(
                "stream_ingest_metrics",
                at,
                "{\"stats\":{\"peer_conn_stats\":{\"ID\":\"iceTransport\",\"BytesReceived\":477890,\"BytesSent\":4013},"
                        + "\"track_stats\":[" + track("video", at) + "," + track("audio", at)
                        + "],\"conn_quality\":\"good\"}");
    }

    private String track(String type, long at) {
        return "{\"type\":\"" + type + "\",\"jitter\":" + (random.nextInt(1, 42_000_000) / 1e6)
                + ",\"packets_lost\":0,\"packets_received\":413,\"packet_loss_pct\":0,\"rtt\":0,\"last_input_ts\":"
                + (at - startedAt) / 1e3 + ",\"last_output_ts\":0,\"latency\":0}";
    }

    private Envelope update(long at) {
        return envelope(
                "ai_stream_events",
                at,
                "{\"type\":\"params_update\",\"params\":{\"prompt\":\"winter harbour, oil painting\",\"strength\":0.7}"
                        + ",\"pipeline\":\"" + Fleet.MODEL + "\"");
    }

    private Envelope error(long at) {
        String message = samples == 0 ? "no frame from the runner for 30 s" : "mediamtx ingest disconnected";
        return envelope(
                "ai_stream_events",
                at,
                "{\"type\":\"error\",\"capability\":\"\",\"message\":\"" + message + "\",\"pipeline\":\"" + Fleet.MODEL
                        + "\"");
    }

    private Envelope envelope(String family, long at, String data) {
        return new Envelope(family, at, gateway, data + ",\"timestamp\":" + at + ids);
    }
}
