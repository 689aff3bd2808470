package dev.weir.core.session;

import static dev.weir.core.session.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ParameterUpdatesTest {

    @Test
    void tellHowItWentBeforeAndAfter() {
        Story story = story().at("10:00")
                .status(10)
                .status(20)
                .metrics(4)
                .at("10:01")
                .update()
                .status(30)
                .at("10:02")
                .update()
                .metrics(6)
                .metrics(8);
        List<ParameterUpdateRow> updates = story.rows().parameterUpdates();
        assertThat(updates)
                .containsExactly(
                        new ParameterUpdateRow(
                                "stream|request", 0, Story.time("10:01"), 2, 1, 15.0, 30.0, 4.0, null, story.id(4)),
                        new ParameterUpdateRow(
                                "stream|request", 1, Story.time("10:02"), 1, 0, 30.0, null, null, 7.0, story.id(6)));
        assertThat(story.row().parameterUpdateCount()).isEqualTo(2);
        assertThat(story.rows().segments()).hasSize(1);
    }

    @Test
    void averagesAreOverAllSamplesAlsoThoseWithoutOutput() {
        SessionRow row =
                story().at("10:00").status(0).status(10).statusFrom("09:59").row();
        assertThat(row.statusSamples()).isEqualTo(3);
        assertThat(row.fpsPositiveSamples()).isEqualTo(1);
        assertThat(row.avgFps()).isEqualTo(5);
        assertThat(row.avgJitter()).isNull();
    }
}
