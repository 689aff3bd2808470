package dev.weir.server.query.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.query.Parameter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The values that questions about failures may have. */
class FailureParametersTest {
    @Test
    void whatIsDescribedIsWhatIsUnderstood() {
        assertThat(Parameter.INBOX.values)
                .containsExactlyElementsOf(
                        Stream.of(InboxState.values()).map(InboxState::label).toList());
    }
}
