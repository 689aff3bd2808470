package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.core.event.Ids;
import dev.weir.core.session.CapabilityModel;
import dev.weir.core.session.DiscoveryFact;
import dev.weir.core.session.PaymentFact;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionEventType;
import dev.weir.wire.NetworkDecoder.Source;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of the events of a network, and what is refused. */
class NetworkDecoderTest {
    private static final UUID ID = Ids.ofEvent("e-1");
    private static final long SENT = 1772043170697_000L;
    private static final String STATUS = """
            {"type":"status","stream_id":"s","request_id":"r","pipeline":"sdxl","pipeline_id":"p","state":"ONLINE",
             "timestamp":1772043181048,"start_time":1772043171045,
             "orchestrator_info":{"address":"0xAb","url":"https://o:1"},
             "inference_status":{"fps":17.25,"last_params":{"prompt":"x"}},"input_status":{"fps":20}}""";

    @Test
    void readsEveryFieldOfAStatus() {
        NetworkEvent event = Network.ofData("ai_stream_status", STATUS).event();
        assertThat(event.session())
                .isEqualTo(new SessionEvent(
                        ID,
                        SessionEventType.STATUS,
                        "ai_stream_status",
                        1772043181048_000L,
                        "default",
                        null,
                        "s|r",
                        "s",
                        "r",
                        "gw",
                        "0xAb",
                        "https://o:1",
                        "sdxl",
                        "p",
                        null,
                        "ONLINE",
                        1772043171045_000L,
                        17.25,
                        null));
        assertThat(event.log().workflowId()).isEqualTo("s|r");
        assertThat(event.log().serviceKey()).isEqualTo("gw");
        assertThat(event.log().at()).isEqualTo(1772043181048_000L);
        assertThat(event.isIgnored()).isFalse();
    }

    @Test
    void dataMayBeTextOrAnArrayOfOne() {
        SessionEvent plain = Network.ofData("ai_stream_status", STATUS).session();
        String quoted = "\"" + STATUS.replace("\"", "\\\"").replace("\n", "\\n") + "\"";
        assertThat(Network.ofData("ai_stream_status", quoted).session()).isEqualTo(plain);
        assertThat(Network.ofData("ai_stream_status", "[" + STATUS + "]").session())
                .isEqualTo(plain);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"1772043170697\" | 1772043170697000",
                "1772043170697     | 1772043170697000",
                "1772043170        | 1772043170000000",
                "1772043170.697    | 1772043170697000",
                "\"1772043170\"    | 1772043170000000",
                "\"2026-02-25T18:12:50.697Z\" | 1772043170697000",
            })
    void timesAreMillisecondsOrSecondsAsNumbersOrTexts(String timestamp, long micros) {
        NetworkEvent event = Network.ofJson("{\"id\":\"e\",\"type\":\"stream_ingest_metrics\",\"timestamp\":"
                        + timestamp + ",\"data\":{\"stream_id\":\"s\"}}")
                .event();
        assertThat(event.log().at()).isEqualTo(micros);
    }

    @Test
    void withoutATimeOfItsOwnAnEventHappenedWhenItWasSent() {
        for (String none : List.of("", ",\"timestamp\":0", ",\"timestamp\":null", ",\"timestamp\":\"\"")) {
            assertThat(Network.ofData("stream_trace", "{\"type\":\"x\",\"start_time\":1" + none + "}")
                            .session()
                            .at())
                    .isEqualTo(SENT);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "gateway_receive_stream_request,STREAM_REQUESTED",
        "gateway_send_first_ingest_segment,INGEST_SENT",
        "runner_send_first_processed_segment,RUNNER_PROCESSED",
        "gateway_receive_first_processed_segment,PROCESSED",
        "gateway_receive_few_processed_segments,PLAYABLE",
        "gateway_no_orchestrators_available,NO_ORCHESTRATORS",
        "orchestrator_swap,SWAPPED",
        "gateway_ingest_stream_closed,CLOSED",
        "runner_receive_first_ingest_segment,OTHER_TRACE",
        "anything,OTHER_TRACE",
    })
    void tracesKeepTheirName(String traceType, SessionEventType type) {
        SessionEvent event = Network.ofData(
                        "stream_trace",
                        "{\"type\":\"" + traceType + "\",\"orchestrator_info\":{\"address\":\"\",\"url\":\"\"}}")
                .session();
        assertThat(event.type()).isEqualTo(type);
        assertThat(event.name()).isEqualTo(traceType);
        assertThat(event.orchestratorAddress()).isNull();
    }

    @Test
    void errorsHaveTheirMessageAndUpdatesAreMarks() {
        SessionEvent error = Network.ofData(
                        "ai_stream_events", "{\"type\":\"error\",\"message\":\"whip disconnected\"}")
                .session();
        assertThat(error.type()).isEqualTo(SessionEventType.ERROR);
        assertThat(error.message()).isEqualTo("whip disconnected");
        assertThat(Network.ofData("ai_stream_events", "{\"type\":\"params_update\",\"params\":{\"prompt\":\"x\"}}")
                        .session()
                        .type())
                .isEqualTo(SessionEventType.PARAMETERS_UPDATED);
    }

    @Test
    void jitterIsThatOfTheVideo() {
        SessionEvent event = Network.ofData("stream_ingest_metrics", """
                {"stream_id":"s","stats":{"track_stats":[{"type":"video","jitter":10},{"type":"audio","jitter":99},
                 {"type":"video","jitter":20}],"conn_quality":"good"}}""").session();
        assertThat(event.jitter()).isEqualTo(15);
        assertThat(Network.ofData("stream_ingest_metrics", "{\"stats\":null}")
                        .session()
                        .jitter())
                .isNull();
    }

    @Test
    void allFourFormsOfTheKeyAreReached() {
        assertThat(key("\"stream_id\":\"s\",\"request_id\":\"r\"")).isEqualTo("s|r");
        assertThat(key("\"stream_id\":\"s\",\"request_id\":\"\"")).isEqualTo("s|_missing_request");
        assertThat(key("\"stream_id\":null,\"request_id\":\"r\"")).isEqualTo("_missing_stream|r");
        assertThat(key("\"x\":1")).matches("_missing_stream\\|_missing_request\\|[0-9a-f-]{36}");
    }

    private static String key(String fields) {
        return Network.ofData("stream_trace", "{\"type\":\"x\"," + fields + "}")
                .session()
                .sessionId();
    }

    @Test
    void whatNoFoldKnowsIsIgnoredWithAReason() {
        assertThat(Network.ofData("ai_stream_events", "{\"type\":\"party\"}")
                        .event()
                        .ignoredBecause())
                .isEqualTo("No fold knows events of type 'ai_stream_events' about 'party'.");
        assertThat(Network.ofData("ai_stream_status", "{\"type\":\"heartbeat\"}")
                        .event()
                        .ignoredBecause())
                .contains("heartbeat");
        NetworkEvent unknown = Network.ofJson("{\"id\":\"e\",\"type\":\"weather\",\"timestamp\":\"1772043170697\"}")
                .event();
        assertThat(unknown.ignoredBecause()).isEqualTo("No fold knows events of type 'weather'.");
        assertThat(unknown.log().serviceKey()).isEqualTo("live-video");
    }

    @Test
    void onlyTheFourFamiliesOpenSessions() {
        NetworkEvent payment = Network.ofData("create_new_payment", """
                {"capability":"","clientIP":"","faceValue":"2402400000000000 WEI","manifestID":"35_sdxl","numTickets":"2",
                 "orchestrator":"https://o:1","price":"1635.021 wei/pixel","recipient":"0xA","requestID":"r",
                 "sender":"0xB","sessionID":"01b5","winProb":"0.001"}""").event();
        assertThat(payment.session()).isNull();
        assertThat(payment.isIgnored()).isFalse();
        assertThat(payment.payment())
                .isEqualTo(new PaymentFact(
                        ID,
                        SENT,
                        "gw",
                        "r",
                        "01b5",
                        "35_sdxl",
                        null,
                        "https://o:1",
                        "0xA",
                        "0xB",
                        new BigDecimal("2402400000000000"),
                        new BigDecimal("1635.021"),
                        2L,
                        0.001));
        PaymentFact bomb = Network.ofData(
                        "create_new_payment",
                        "{\"faceValue\":\"1e999999999 WEI\",\"price\":\"1e-999999999 wei/pixel\"}")
                .event()
                .payment();
        assertThat(bomb.faceValueWei()).isNull();
        assertThat(bomb.priceWeiPerPixel()).isNull();
        NetworkEvent discovery = Network.ofData(
                        "discovery_results", "[{\"address\":\"0xA\",\"latency_ms\":\"77\",\"url\":\"https://o:1\"}]")
                .event();
        assertThat(discovery.session()).isNull();
        assertThat(discovery.discoveries())
                .containsExactly(new DiscoveryFact(ID, 0, SENT, "gw", "0xA", "https://o:1", 77.0));
        assertThat(Network.ofData("discovery_results", "[]").event().isIgnored())
                .isFalse();
    }

    @Test
    void aSnapshotTellsOfEachOrchestratorWhatItOffersAndWhere() {
        NetworkEvent event = Network.ofData("network_capabilities", """
                [{"address":"0xA","local_address":"0xB","orch_uri":"https://o:1",
                  "capabilities":{"version":"0.8.9","capacities":{"1":1},"constraints":{"PerCapability":{"35":{"models":
                    {"sdxl":{"warm":true},"spare":{"warm":false}}}}}},
                  "hardware":[{"pipeline":"live","model_id":"sdxl","gpu_info":{"0":{"id":"G0","name":"RTX"},"1":{"id":"G1"}}},
                              {"pipeline":"llm","model_id":"llama"},{"pipeline":"odd"}]},
                 {"address":"0xC","hardware":null},
                 {"orch_uri":"https://nobody"}, null, "odd"]""").event();
        assertThat(event.session()).isNull();
        assertThat(event.capabilities()).hasSize(2);
        assertThat(event.capabilities().get(0).models())
                .containsExactly(
                        new CapabilityModel("live", "sdxl", "G0", "RTX"),
                        new CapabilityModel("live", "sdxl", "G1", null),
                        new CapabilityModel("llm", "llama", null, null),
                        new CapabilityModel(null, "spare", null, null));
        assertThat(event.capabilities().get(0).version()).isEqualTo("0.8.9");
        assertThat(event.capabilities().get(1).localAddress()).isEqualTo("0xC");
        assertThat(event.capabilities().get(1).models()).isEmpty();
    }

    @Test
    void sixtyOrchestratorsAreSixtySmallFacts() {
        StringBuilder data = new StringBuilder("[");
        for (int i = 0; i < 60; i++) {
            data.append(i == 0 ? "" : ",")
                    .append("{\"address\":\"0x%040x\",\"local_address\":\"0x%040x\",".formatted(i, i + 1000))
                    .append("\"orch_uri\":\"https://o")
                    .append(i)
                    .append("\",\"capabilities\":{\"bitstring\":[")
                    .append("123456789,".repeat(80))
                    .append("1]},\"hardware\":[{\"model_id\":\"sdxl\",\"gpu_info\":{\"0\":{\"id\":\"G")
                    .append(i)
                    .append("\"}}}]}");
        }
        assertThat(data.length()).isGreaterThan(60_000);
        NetworkEvent event = Network.ofData(
                        "network_capabilities", data.append("]").toString())
                .event();
        assertThat(event.capabilities()).hasSize(60);
        assertThat(event.capabilities()).allMatch(fact -> fact.toString().length() < 500);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "stream_trace | {} | missing_field | data.type",
                "stream_trace | {\"type\":7} | wrong_type | data.type",
                "stream_trace | {\"type\":\"x\",\"stream_id\":7} | wrong_type | data.stream_id",
                "stream_trace | {\"type\":\"x\",\"orchestrator_info\":\"o\"} | wrong_type | data.orchestrator_info",
                "stream_trace | {\"type\":\"x\",\"orchestrator_info\":{\"url\":1}} | wrong_type | data.orchestrator_info.url",
                "stream_trace | {\"type\":\"x\",\"timestamp\":\"soon\"} | bad_timestamp | data.timestamp",
                "stream_trace | {\"type\":\"x\",\"timestamp\":-5} | out_of_range | data.timestamp",
                "stream_trace | {\"type\":\"x\",\"timestamp\":4102444800000} | in_the_future | data.timestamp",
                "stream_trace | null | missing_field | data",
                "stream_trace | 7 | wrong_type | data",
                "stream_trace | \"no json\" | wrong_type | data",
                "stream_trace | [] | wrong_type | data",
                "stream_trace | [{\"type\":\"x\"},{\"type\":\"y\"}] | wrong_type | data",
                "ai_stream_events | {} | missing_field | data.type",
                "ai_stream_status | {\"inference_status\":{\"fps\":\"fast\"}} | wrong_type | data.inference_status.fps",
                "ai_stream_status | {\"inference_status\":{\"fps\":-1}} | out_of_range | data.inference_status.fps",
                "stream_ingest_metrics | {\"stats\":{\"track_stats\":{}}} | wrong_type | data.stats.track_stats",
                "network_capabilities | [7] | wrong_type | data[0]",
                "discovery_results | [{\"latency_ms\":\"fast\"}] | wrong_type | data[0].latency_ms",
                "create_new_payment | {\"numTickets\":\"many\"} | wrong_type | data.numTickets",
            })
    void whatIsMalformedIsRejectedWithItsField(String family, String data, String code, String field) {
        Rejection rejection = Network.ofData(family, data).rejection();
        assertThat(rejection.code().label()).isEqualTo(code);
        assertThat(rejection.field()).isEqualTo(field);
        assertThat(rejection.eventId()).isEqualTo("e-1");
        assertThat(rejection.serviceKey()).isEqualTo("gw");
        assertThat(rejection.message()).contains(field).endsWith(".");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"stream_trace\",\"timestamp\":1} | missing_field | id",
                "{\"id\":7,\"type\":\"stream_trace\",\"timestamp\":1} | wrong_type | id",
                "{\"id\":\"e\",\"timestamp\":1} | missing_field | type",
                "{\"id\":\"e\",\"type\":\"x\"} | missing_field | timestamp",
                "{\"id\":\"e\",\"type\":\"x\",\"timestamp\":\"x\"} | bad_timestamp | timestamp",
                "{\"id\":\"e\",\"type\":\"x\",\"timestamp\":1,\"gateway\":{}} | wrong_type | gateway",
            })
    void soIsABadEnvelope(String json, String code, String field) {
        Rejection rejection = Network.ofJson(json).rejection();
        assertThat(rejection.code().label()).isEqualTo(code);
        assertThat(rejection.field()).isEqualTo(field);
    }

    @Test
    void anEventThatIsNoGoodCostsOnlyItself() {
        Network network = Network.ofLines("""
                {"id":"a","type":"stream_trace","timestamp":1772043170697,"data":{"type":"x"}}
                nonsense
                [1]
                {"id":"b","type":"stream_trace","timestamp":1772043170697,"data":{"type":"x"}}
                """.getBytes(StandardCharsets.UTF_8));
        assertThat(network.taken()).extracting(event -> event.log().index()).containsExactly(0, 3);
        assertThat(network.rejected()).extracting(Rejection::code).containsOnly(RejectCode.NOT_AN_OBJECT);
        assertThat(network.rejected()).extracting(Rejection::index).containsExactly(1, 2);
    }

    @Test
    void keysOfAnExportAreCutOut() {
        NetworkEvent event = Network.ofJson("""
                { "__table": "x}", "id":"e" , "__more":{"a":[1,"]"]},"type":"weather","timestamp":1 ,"__last":2}""").event();
        assertThat(new String(event.log().payload(), StandardCharsets.UTF_8))
                .isEqualTo("{\"id\":\"e\",\"type\":\"weather\",\"timestamp\":1}");
    }

    @Test
    void theRecordOfAKafkaTopicIsTheEventInIt() {
        NetworkEvent event = Network.ofJson("""
                {"id":"log-0","type":"stream_trace","timestamp":5,"topic":"streaming-events","partition":0,"offset":0,
                 "value": {"id":"e","type":"stream_trace","timestamp":1772043170697,"gateway":"gw",
                           "data":{"type":"x","stream_id":"s","request_id":"}"}} , "expanded":false}""").event();
        assertThat(event.session().sessionId()).isEqualTo("s|}");
        assertThat(event.log().id()).isEqualTo(Ids.ofEvent("e"));
        assertThat(new String(event.log().payload(), StandardCharsets.UTF_8))
                .startsWith("{\"id\":\"e\"")
                .endsWith("\"request_id\":\"}\"}}");
        assertThat(Network.ofJson("{\"topic\":\"t\",\"offset\":0,\"value\":5}")
                        .rejection()
                        .field())
                .isEqualTo("id");
    }

    @Test
    void linesAreRecognisedWhereNobodySaysWhatTheyAre() {
        String line = "{\"id\":\"a\",\"type\":\"weather\",\"timestamp\":1}";
        byte[] lines = (line + "\r\n" + line + "\n{broken\n").getBytes(StandardCharsets.UTF_8);
        assertThat(EventBody.ofOneOrMany(lines, 10)).hasSize(3);
        for (String others : List.of(line + " " + line, line + "x", "{\n}\n{\n}")) {
            assertThatThrownBy(() -> EventBody.ofOneOrMany(others.getBytes(StandardCharsets.UTF_8), 10))
                    .isInstanceOf(UnreadableBody.class);
        }
    }

    @Test
    void theSenderMaySayWhereEventsBelong() {
        NetworkEvent event = Network.of(
                        EventBody.ofOneOrMany("""
                                [{"id":"e","type":"stream_trace","timestamp":1772043170697,"gateway":"gw","data":{"type":"x"}}]""".getBytes(StandardCharsets.UTF_8), 10),
                        new Source("staging", "studio"))
                .event();
        assertThat(event.log().env()).isEqualTo("staging");
        assertThat(event.log().serviceKey()).isEqualTo("studio");
        assertThat(event.session().env()).isEqualTo("staging");
        assertThat(event.session().service()).isEqualTo("studio");
        assertThat(event.session().gateway()).isEqualTo("gw");
    }

    /** Inside a text they pass for harmless. */
    @ParameterizedTest
    @ValueSource(strings = {"\\\\u0000", "\\\\ud800"})
    void charactersThatCannotBeStoredAreMendedInDataAsText(String escape) {
        SessionEvent event = Network.ofData(
                        "ai_stream_events", "\"{\\\"type\\\":\\\"error\\\",\\\"message\\\":\\\"a" + escape + "b\\\"}\"")
                .session();
        assertThat(event.message()).isEqualTo("a\uFFFDb");
    }

    @Test
    void aKeyThatIsTooLongIsRefused() {
        String long600 = "x".repeat(600);
        Rejection rejection = Network.ofData(
                        "stream_trace",
                        "{\"type\":\"x\",\"stream_id\":\"" + long600 + "\",\"request_id\":\"" + long600 + "\"}")
                .rejection();
        assertThat(rejection.code()).isEqualTo(RejectCode.TOO_LARGE);
    }
}
