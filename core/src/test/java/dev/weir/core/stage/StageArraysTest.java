package dev.weir.core.stage;

import static dev.weir.core.stage.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The places are a contract with whatever was stored: another order needs another {@link StageFold#VERSION}. */
class StageArraysTest {
    private static final String LAST = "AAAAAAAAcACAAAAAAAAABA";

    /** Written as JSON has it. */
    private static final class Text implements StageArrays.Sink {
        private final StringBuilder text = new StringBuilder();

        private StringBuilder next() {
            boolean first = text.isEmpty() || text.charAt(text.length() - 1) == '[';
            return first ? text : text.append(',');
        }

        @Override
        public void begin() {
            next().append('[');
        }

        @Override
        public void number(long value) {
            next().append(value);
        }

        @Override
        public void text(String value) {
            next().append('"').append(value).append('"');
        }

        @Override
        public void none() {
            next().append("null");
        }

        @Override
        public void end() {
            text.append(']');
        }
    }

    private static final Story STORY = story().named("master")
            .at("10:00")
            .start("QC", "10:00:00.000007")
            .at("10:00:00.000002")
            .complete("QC")
            .complete("encode")
            .at("10:00:00.000003")
            .start("QC");

    @Test
    void writesTimesAfterTheFirstOneAndLeavesOutWhatFollows() {
        Text text = new Text();
        StageArrays.write(STORY.state(), text);
        assertThat(text.text)
                .hasToString("[1772359200000000,3,100,\"" + LAST + "\",\"master\","
                        + "[[\"QC\",[0,3],[2],7,null,7],[\"encode\",[],[2]]]]");
    }

    @Test
    void readsWhatWasWritten() {
        List<?> qc = Arrays.asList("QC", List.of(0, 3), List.of(2), 7, null, 7);
        List<?> encode = List.of("encode", List.of(), List.of(2L));
        assertThat(StageArrays.read(List.of(1772359200000000L, 3, 100, LAST, "master", List.of(qc, encode))))
                .isEqualTo(STORY.state());
    }

    @Test
    void readsAWorkflowWithoutAName() {
        StageState state = story().start("QC").state();
        List<?> arrays = Arrays.asList(
                state.createdAt(),
                0,
                100,
                "AAAAAAAAcACAAAAAAAAAAQ",
                null,
                List.of(List.of("QC", List.of(0), List.of())));
        assertThat(StageArrays.read(arrays)).isEqualTo(state);
    }
}
