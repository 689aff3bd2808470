package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForeignTest {
    @Test
    void makesHarmlessWhatWouldMoveTheCursorOrTurnTheText() {
        assertThat(Foreign.line("a\u001b[31mred\u0007 \u009b2J \u202Eevil\u2066 \u2028x\r\n\tend\u007f"))
                .isEqualTo("a\\u001b[31mred\\u0007 \\u009b2J \\u202eevil\\u2066 \\u2028x\\u000d\\n\\tend\\u007f");
        assertThat(Foreign.lines("a\r\n\tb\u001bc")).isEqualTo("a\n    b\\u001bc");
        assertThat(Foreign.line("é 抹茶 😀 שלום")).isEqualTo("é 抹茶 😀 שלום");
    }

    @ParameterizedTest
    @CsvSource({"abc,3", "抹茶,4", "😀,2", "e\u0301,1", "'',0", "שלום,4"})
    void knowsHowWideTextIs(String text, int columns) {
        assertThat(Foreign.width(text)).isEqualTo(columns);
    }

    @ParameterizedTest
    @CsvSource({"abcdef,6,abcdef", "abcdef,5,abcd…", "抹茶抹茶,5,抹茶…", "抹茶抹茶,4,抹…", "a😀b,3,a…"})
    void cutsToAWidth(String text, int columns, String expected) {
        assertThat(Foreign.cut(text, columns)).isEqualTo(expected);
    }
}
