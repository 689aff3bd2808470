package dev.weir.core.session;

import static dev.weir.core.session.Story.model;
import static dev.weir.core.session.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who an orchestrator is: events carry its hot key, snapshots map that to who people know. */
class IdentityTest {
    private static final SessionRules LITERAL = new SessionRules(
            SessionRules.DEFAULT.excusable(),
            true,
            SessionRules.DEFAULT.attributionMicros(),
            SessionRules.DEFAULT.idleMicros());

    @Test
    void isWhatWasObservedWhileNoSnapshotKnowsIt() {
        Story story = seen("0xHot", "https://a").snapshot("09:00", "0xOther", "0xCold", "https://z");
        expect(story, "0xhot", IdentityMatch.UNMAPPED);
        assertThat(story.row().gpuAttributionMethod()).isEqualTo(AttributionMethod.NONE);
        assertThat(story.row().gpuAttributionConfidence()).isZero();
        assertThat(story.row().version()).isEqualTo(1);
    }

    @Test
    void isFoundByKeyAndUrlFirst() {
        expect(
                seen("0xHOT", "https://a")
                        .snapshot("09:00", "0xMe", "0xHot", "https://a")
                        .snapshot("09:30", "0xNotMe", "0xElse", "https://a")
                        .snapshot("09:30", "0xNeither", "0xHot", "https://b"),
                "0xme",
                IdentityMatch.ADDRESS_AND_URL);
    }

    @Test
    void thenByUrl() {
        expect(
                seen("0xHot", "https://a")
                        .snapshot("09:00", "0xMe", "0xRotated", "https://a")
                        .snapshot("09:30", "0xNotMe", "0xHot", "https://b"),
                "0xme",
                IdentityMatch.URL);
        expect(seen(null, "https://a").snapshot("09:00", "0xMe", "0xHot", "https://a"), "0xme", IdentityMatch.URL);
    }

    @Test
    void thenByTheKeyIfItHasOneOwner() {
        expect(
                seen("0xHot", "https://new")
                        .snapshot("09:00", "0xMe", "0xHot", "https://a")
                        .snapshot("09:30", "0xME", "0xhot", "https://b"),
                "0xme",
                IdentityMatch.ADDRESS);
    }

    @Test
    void isAmbiguousIfTheKeyHasSeveral() {
        Story story = seen("0xHot", "https://new")
                .snapshot("09:00", "0xMe", "0xHot", "https://a", model("sdxl", "G1"))
                .snapshot("09:30", "0xYou", "0xHot", "https://b", model("sdxl", "G2"));
        expect(story, "0xhot", IdentityMatch.AMBIGUOUS);
        assertThat(story.row().gpuId()).isNull();
        assertThat(story.row().gpuAttributionMethod()).isEqualTo(AttributionMethod.NONE);
    }

    @Test
    void oneHotKeyOfSeveralOrchestratorsIsToldApartByUrl() {
        Story story = seen("0xHot", "https://a")
                .at("10:01")
                .with("0xHot", "https://b")
                .status(1)
                .snapshot("09:00", "0xMe", "0xHot", "https://a")
                .snapshot("09:00", "0xYou", "0xHot", "https://b");
        assertThat(story.segments()).isEqualTo("10:00–10:01 0xme session_start, 10:01– 0xyou orchestrator_change");
    }

    @Test
    void oneOrchestratorWithSeveralHotKeysIsNoSwap() {
        Story story = seen("0xHot1", "https://a")
                .at("10:01")
                .with("0xHot2", "https://b")
                .status(1)
                .snapshot("09:00", "0xMe", "0xHot1", "https://a")
                .snapshot("09:00", "0xMe", "0xHot2", "https://b");
        assertThat(story.segments()).isEqualTo("10:00– 0xme session_start");
        assertThat(story.row().sessionHasSwap()).isFalse();
        assertThat(story.row().orchestratorCount()).isEqualTo(1);
    }

    @Test
    void aKeyThatCannotBeMappedIsNoChangeBesideTheSameKeyThatCan() {
        Story story = seen("0xHot", "https://new")
                .at("10:01")
                .with("0xHot", "https://a")
                .status(1)
                .snapshot("09:00", "0xMe", "0xHot", "https://a")
                .snapshot("09:00", "0xYou", "0xHot", "https://b");
        assertThat(story.segments()).isEqualTo("10:00– 0xme session_start");
    }

    @Test
    void isFoundByWhatDifferentEventsTellTogether() {
        Story story = seen("0xHot", null)
                .with("0xHot", "https://a")
                .status(1)
                .snapshot("09:00", "0xMe", "0xHot", "https://a")
                .snapshot("09:00", "0xYou", "0xHot", "https://b");
        expect(story, "0xme", IdentityMatch.ADDRESS_AND_URL);
        assertThat(story.state().sightings())
                .containsExactly(new Sighting("0xHot", "https://a", Story.micros("10:00")));
        Story urlFirst = seen(null, "https://a").with("0xHot", "https://a").status(1);
        expect(urlFirst, "0xhot", IdentityMatch.UNMAPPED);
    }

    @Test
    void followsTheSnapshotNextToIt() {
        Story story = seen("0xHot", "https://a")
                .snapshot("08:00", "0xOld", "0xHot", "https://a")
                .snapshot("09:00", "0xMe", "0xHot", "https://a")
                .snapshot("10:30", "0xNew", "0xHot", "https://a");
        expect(story, "0xme", IdentityMatch.ADDRESS_AND_URL);
    }

    @Test
    void whoCarriesHisOwnAddressIsKnownByIt() {
        expect(
                seen("0xMe", "https://a").snapshot("09:00", "0xMe", "0xHot", "https://a"),
                "0xme",
                IdentityMatch.ADDRESS_AND_URL);
    }

    @Test
    void theLiteralRuleTakesTheHotKeyForTheIdentity() {
        expect(
                seen("0xMe", "https://a").rules(LITERAL).snapshot("09:00", "0xMe", "0xHot", "https://a"),
                "0xhot",
                IdentityMatch.ADDRESS_AND_URL);
        expect(
                seen("0xHot", "https://a").rules(LITERAL).snapshot("09:00", "0xMe", "0xHot", "https://a"),
                "0xhot",
                IdentityMatch.ADDRESS_AND_URL);
    }

    private static Story seen(String address, String url) {
        return story().at("10:00").with(address, url).status(10);
    }

    private static void expect(Story story, String address, IdentityMatch match) {
        SessionRow row = story.row();
        assertThat(row.orchestratorAddress()).isEqualTo(address);
        assertThat(row.identityMatch()).isEqualTo(match);
    }
}
