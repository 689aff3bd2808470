package dev.weir.core.session;

import static dev.weir.core.session.Story.model;
import static dev.weir.core.session.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which model and GPU a session ran on, and how sure that is. */
class AttributionTest {
    private static final CapabilityModel SDXL = model("sdxl", "G1");

    @Test
    void aSnapshotOfTheSameMinuteIsExact() {
        expect(seen().snapshot("10:00:01", "0xMe", "0xHot", "https://a", SDXL), 1.0, "exact_orchestrator_time_match");
        expect(seen().snapshot("10:00:59", "0xMe", "0xHot", "https://a", SDXL), 1.0, "exact_orchestrator_time_match");
        expect(
                seen().snapshot("09:59:59", "0xMe", "0xHot", "https://a", model("sdxl", "G0"))
                        .snapshot("10:00:50", "0xMe", "0xHot", "https://a", SDXL),
                1.0,
                "exact_orchestrator_time_match");
    }

    @Test
    void otherwiseTheNewestBeforeItCounts() {
        expect(
                seen().snapshot("08:00", "0xMe", "0xHot", "https://a", model("sdxl", "G0"))
                        .snapshot("09:00", "0xMe", "0xHot", "https://a", SDXL)
                        .snapshot("10:05", "0xMe", "0xHot", "https://a", model("sdxl", "G2")),
                0.9,
                "nearest_prior_snapshot");
    }

    @Test
    void otherwiseTheNextAfterIt() {
        expect(
                seen().snapshot("11:00", "0xMe", "0xHot", "https://a", SDXL)
                        .snapshot("12:00", "0xMe", "0xHot", "https://a", model("sdxl", "G2")),
                0.7,
                "nearest_snapshot_within_ttl");
    }

    @Test
    void atTheSameMomentIsBeforeAndAMomentLaterIsAfter() {
        Story atOnce = story().pipeline("sdxl", null)
                .at("10:00:59.999")
                .with("0xHot", "https://a")
                .status(1)
                .snapshot("10:01:00", "0xMe", "0xHot", "https://a", SDXL);
        expect(atOnce, 0.7, "nearest_snapshot_within_ttl");
        Story equal = seen().snapshot("10:00:30", "0xMe", "0xHot", "https://a", SDXL)
                .snapshot("10:00:31", "0xMe", "0xHot", "https://a", model("sdxl", "G2"));
        expect(equal, 1.0, "exact_orchestrator_time_match");
    }

    @Test
    void beyondTheWindowOnlyTheMappingIsLeft() {
        SessionRules hour = new SessionRules(SessionRules.DEFAULT.excusable(), false, 3600_000_000L, 1);
        Story within = seen().rules(hour).snapshot("09:00:30", "0xMe", "0xHot", "https://a", SDXL);
        expect(within, 0.9, "nearest_prior_snapshot");
        Story beyond = seen().rules(hour).snapshot("09:00:29", "0xMe", "0xHot", "https://a", SDXL);
        expectMappingOnly(beyond);
    }

    @Test
    void aSnapshotWithoutModelsSaysOnlyWhoItIs() {
        expectMappingOnly(seen().snapshot("09:00", "0xMe", "0xHot", "https://a"));
        expect(
                seen().snapshot("09:00", "0xMe", "0xHot", "https://a", SDXL)
                        .snapshot("09:30", "0xMe", "0xHot", "https://a"),
                0.9,
                "nearest_prior_snapshot");
    }

    @Test
    void ofSeveralGpusItIsTheOneWhoseModelIsTheSessions() {
        expect(
                seen().snapshot("09:00", "0xMe", "0xHot", "https://a", model("llm", "G7"), SDXL, model("flux", "G8")),
                0.9,
                "nearest_prior_snapshot");
        expectMappingOnly(seen().snapshot("09:00", "0xMe", "0xHot", "https://a", model("llm", "G7")));
    }

    @Test
    void ofTwoGpusWithTheSameModelNobodyKnowsWhich() {
        SessionRow row = seen().snapshot(
                        "09:00", "0xMe", "0xHot", "https://a", SDXL, model("SDXL", "G1"), model("sdxl", "G2"))
                .row();
        assertThat(row.gpuId()).isNull();
        SessionRow same = seen().snapshot("09:00", "0xMe", "0xHot", "https://a", SDXL, model("sdxl", "G2"))
                .row();
        assertThat(same.modelId()).isEqualTo("sdxl");
        assertThat(same.gpuId()).isNull();
        assertThat(same.gpuAttributionConfidence()).isEqualTo(0.9);
    }

    @Test
    void withoutAModelOfItsOwnASessionRanTheOnlyOneThereIs() {
        Story story = story().at("10:00:30").with("0xHot", "https://a").status(1);
        expect(story.snapshot("09:00", "0xMe", "0xHot", "https://a", SDXL), 0.9, "nearest_prior_snapshot");
        expectMappingOnly(story.snapshot("09:30", "0xMe", "0xHot", "https://a", SDXL, model("llm", "G7")));
    }

    @Test
    void theVersionCountsEventsAndTheSnapshotsThatAreInIt() {
        Story story = seen().snapshot("09:00", "0xMe", "0xHot", "https://a", SDXL)
                .snapshot("08:00", "0xMe", "0xHot", "https://a", SDXL)
                .snapshot("08:00", "0xYou", "0xElse", "https://z", SDXL);
        assertThat(story.row().version()).isEqualTo(2);
        assertThat(story.rows().segments().get(0).version()).isEqualTo(2);
    }

    private static Story seen() {
        return story().pipeline("SDXL", null)
                .at("10:00:30")
                .with("0xHot", "https://a")
                .status(10);
    }

    private static void expect(Story story, double confidence, String method) {
        SessionRow row = story.row();
        assertThat(row.gpuId()).isEqualTo("G1");
        assertThat(row.modelId()).isEqualTo("sdxl");
        assertThat(row.gpuAttributionMethod().label()).isEqualTo(method);
        assertThat(row.gpuAttributionConfidence()).isEqualTo(confidence);
    }

    private static void expectMappingOnly(Story story) {
        SessionRow row = story.row();
        assertThat(row.orchestratorAddress()).isEqualTo("0xme");
        assertThat(row.modelId()).isNull();
        assertThat(row.gpuId()).isNull();
        assertThat(row.gpuAttributionMethod()).isEqualTo(AttributionMethod.PROXY_ADDRESS_JOIN);
        assertThat(row.gpuAttributionConfidence()).isEqualTo(0.4);
    }
}
