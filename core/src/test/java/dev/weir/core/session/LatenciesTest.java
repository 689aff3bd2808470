package dev.weir.core.session;

import static dev.weir.core.session.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    void areBetweenTheFirstOfTheirEdges() {
        SessionRow row = story().at("10:00:00")
                .trace(Story.REQUEST)
                .at("10:00:01")
                .trace(Story.INGEST)
                .at("10:00:03")
                .trace(Story.RUNNER)
                .at("10:00:05")
                .trace(Story.PROCESSED)
                .at("10:00:09")
                .trace(Story.PLAYABLE)
                .statusFrom("10:00:02")
                .at("10:01:00")
                .trace(Story.PROCESSED)
                .statusFrom("10:00:07")
                .row();
        assertThat(row.startupMs()).isEqualTo(5000);
        assertThat(row.e2eProxyMs()).isEqualTo(2000);
        assertThat(row.gatewayRunnerLagMs()).isEqualTo(3000);
        assertThat(row.promptToPlayableMs()).isEqualTo(7000);
        assertThat(row.promptTs()).isEqualTo(Story.time("10:00:02"));
        assertThat(row.edgeInversions()).isZero();
    }

    @Test
    void areNullWithoutAnEdge() {
        SessionRow row =
                story().at("10:00").trace(Story.REQUEST).trace(Story.PLAYABLE).row();
        assertThat(row.startupMs()).isNull();
        assertThat(row.e2eProxyMs()).isNull();
        assertThat(row.gatewayRunnerLagMs()).isNull();
        assertThat(row.promptToPlayableMs()).isNull();
        assertThat(row.edgeInversions()).isZero();
    }

    @Test
    void areNullAndCountedWhenTheirEdgesAreInverted() {
        SessionRow row = story().at("10:00:00")
                .trace(Story.RUNNER)
                .at("10:00:01")
                .trace(Story.INGEST)
                .at("10:00:02")
                .trace(Story.PROCESSED)
                .trace(Story.PLAYABLE)
                .at("10:00:03")
                .trace(Story.REQUEST)
                .statusFrom("10:00:03")
                .row();
        assertThat(row.startupMs()).isNull();
        assertThat(row.e2eProxyMs()).isNull();
        assertThat(row.promptToPlayableMs()).isNull();
        assertThat(row.gatewayRunnerLagMs()).isNull();
        assertThat(row.edgeInversions()).isEqualTo(3);
    }

    @Test
    void aRunnerThatTookLongerThanTheWholeStartIsAnInversionToo() {
        SessionRow row = story().at("10:00:00")
                .trace(Story.INGEST)
                .at("10:00:04")
                .trace(Story.REQUEST)
                .at("10:00:05")
                .trace(Story.RUNNER)
                .trace(Story.PROCESSED)
                .row();
        assertThat(row.startupMs()).isEqualTo(1000);
        assertThat(row.e2eProxyMs()).isEqualTo(5000);
        assertThat(row.gatewayRunnerLagMs()).isNull();
        assertThat(row.edgeInversions()).isEqualTo(1);
    }
}
