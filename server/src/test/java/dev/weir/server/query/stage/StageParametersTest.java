package dev.weir.server.query.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.query.Parameter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The values that questions about stages may have. */
class StageParametersTest {
    @Test
    void whatIsDescribedIsWhatIsUnderstood() {
        assertThat(Parameter.FIGURE.values)
                .containsExactlyElementsOf(Stream.of(StageFigure.values())
                        .map(figure -> figure.label)
                        .toList());
        assertThat(Parameter.IS.values)
                .containsExactlyElementsOf(
                        Stream.of(StageKind.values()).map(kind -> kind.label).toList());
    }
}
