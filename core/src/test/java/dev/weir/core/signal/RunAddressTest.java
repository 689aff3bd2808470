package dev.weir.core.signal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same as the UI writes. */
class RunAddressTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ord_1 | ord_1",
                "a/b   | a%2Fb",
                "100%  | 100%25",
                ".     | ~.",
                "..    | ~..",
                "~x    | ~~x",
                "``    | ~",
                "` `   | %20",
                "a?b#c | a%3Fb%23c",
                "a+b   | a%2Bb",
                "“😀'  | %E2%80%9C%F0%9F%98%80'",
                "حلب   | %D8%AD%D9%84%D8%A8"
            })
    void anyIdHasAnAddress(String id, String segment) {
        assertThat(RunAddress.of("production", "or/ders", id)).isEqualTo("/runs/production/or%2Fders/" + segment);
    }

    @Test
    void ofOneRunAndOfOneStep() {
        assertThat(RunAddress.of("e", "s", "i", 2)).isEqualTo("/runs/e/s/i?run=2");
        assertThat(RunAddress.of("e", "s", "i", 2, "a&b")).isEqualTo("/runs/e/s/i?run=2&step=a%26b");
    }

    @Test
    void ofAWorkflow() {
        assertThat(RunAddress.ofWorkflow("e", "s", "my order", "failed"))
                .isEqualTo("/runs?env=e&service=s&name=my%20order&status=failed&from=all");
    }
}
