package dev.weir.server.query.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.query.Parameter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The values that questions about sessions may have. */
class SessionParametersTest {
    @Test
    void whatIsDescribedIsWhatIsUnderstood() {
        assertThat(Parameter.SESSION_BY.values)
                .containsExactlyElementsOf(Stream.of(SessionGrouping.values())
                        .map(SessionGrouping::label)
                        .toList());
    }
}
