package dev.weir.server.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.query.Parameter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The values that questions about runs may have. */
class RunParametersTest {
    @Test
    void whatIsDescribedIsWhatIsUnderstood() {
        assertThat(Parameter.BASIS.values)
                .containsExactlyElementsOf(Stream.of(RunFilter.Basis.values())
                        .map(RunFilter.Basis::label)
                        .toList());
        assertThat(Parameter.SORT.values)
                .containsExactlyElementsOf(
                        Stream.of(RunSort.values()).map(RunSort::label).toList());
    }
}
