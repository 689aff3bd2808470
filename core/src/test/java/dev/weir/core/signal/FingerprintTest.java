package dev.weir.core.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintTest {
    private static final String JAVA = """
            com.x.CardException: order 17 declined
            \tat com.x.Cards.charge(Cards.java:12)
            \tat com.x.Cards.charge(Cards.java:14)
            \tat java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:103)
            \tat app//com.x.Orders$1.run(Orders.java:7)
            \tat com.x.Orders$$Lambda$14/0x0000000800066840.run(Unknown Source)
            \tat java.base/java.lang.Thread.run(Thread.java:840)
            Caused by: java.io.IOException: db:5432 is gone
            \t... 3 more
            """;

    private static FailureText failure(String message, String stack, String step) {
        return new FailureText(null, message, stack, step, SignalPhase.ANALYZE, null);
    }

    @Test
    void itHasItsPartsForPeopleToRead() {
        Fingerprint print = Fingerprint.of(failure("com.x.CardException: order 17 declined", JAVA, "charge"));
        assertThat(print)
                .isEqualTo(new Fingerprint(
                        "v1:8b65bd8095259391",
                        "CardException",
                        "order # declined",
                        List.of(
                                "com.x.Cards.charge(Cards.java)",
                                "com.x.Orders$#.run(Orders.java)",
                                "java.lang.Thread.run(Thread.java)"),
                        "charge",
                        SignalPhase.ANALYZE));
    }

    @Test
    void theCodeIsAPromise() {
        assertThat(Fingerprint.of(failure(null, null, null)).code()).isEqualTo("v1:15ec7bf0b50732b4");
        assertThat(Fingerprint.of(failure("card declined", null, "charge")).code())
                .isEqualTo("v1:9d12e014ae5038c2");
    }

    @Test
    void whatDiffersFromTimeToTimeDoesNotCount() {
        String code = Fingerprint.of(failure("order 17 of 'joe' declined", JAVA, "charge"))
                .code();
        assertThat(Fingerprint.of(failure("order 1234 of 'ann' declined", JAVA.replace(":12", ":99"), "charge"))
                        .code())
                .isEqualTo(code);
    }

    @Test
    void whoPutTheTypeInFrontMakesNoDifference() {
        String code = Fingerprint.of(failure("com.x.CardException: declined", null, "charge"))
                .code();
        assertThat(Fingerprint.of(failure("CardException: declined", null, "charge"))
                        .code())
                .isEqualTo(code);
        assertThat(Fingerprint.of(failure("declined", "com.x.CardException: declined\n", "charge"))
                        .code())
                .isEqualTo(code);
        assertThat(Fingerprint.of(
                                new FailureText("CardException", "declined", null, "charge", SignalPhase.ANALYZE, null))
                        .code())
                .isEqualTo(code);
    }

    @Test
    void typeMessageFramesAndStepCount() {
        assertThat(List.of(
                                failure("declined", null, "charge"),
                                failure("declined", null, "ship"),
                                failure("declined", null, null),
                                failure("refused", null, "charge"),
                                failure("CardError: declined", null, "charge"),
                                failure("declined", "at a.b(c.js:1:2)", "charge"))
                        .stream()
                        .map(text -> Fingerprint.of(text).code()))
                .doesNotHaveDuplicates();
    }

    @Test
    void thePhaseDoesNotCountSinceItIsASetting() {
        assertThat(Fingerprint.of(new FailureText(null, "x", null, "s", SignalPhase.FETCH, null))
                        .code())
                .isEqualTo(Fingerprint.of(failure("x", null, "s")).code());
    }

    @ParameterizedTest
    @CsvSource({"E_CARD, E_CARD", "' E  CARD\n', E CARD", "404, 404"})
    void aCodeThatWasSentIsTheCode(String sent, String code) {
        assertThat(Fingerprint.codeOf(new FailureText(null, "x", null, "s", SignalPhase.FETCH, sent)))
                .isEqualTo(code);
    }

    @Test
    void aBlankCodeIsNoneAndAnEndlessOneIsCut() {
        FailureText blank = new FailureText(null, "x", null, "s", SignalPhase.FETCH, " \n");
        assertThat(Fingerprint.codeOf(blank)).isEqualTo(Fingerprint.of(blank).code());
        assertThat(Fingerprint.codeOf(new FailureText(null, "x", null, "s", SignalPhase.FETCH, "E".repeat(1_000_000))))
                .isEqualTo("E".repeat(199) + "…");
    }

    @Test
    void framesOfOtherLanguages() {
        assertThat(StackFrames.of("""
                        TypeError: x is not a function
                            at Object.<anonymous> (/app/src/index.js:12:34)
                            at async run (file:///app/dist/main.3f2a1b9c.js:1:2)
                            at node:internal/process/task_queues:95:5""")).containsExactly("Object.<anonymous> (index.js)", "async run (main.#.js)");
        assertThat(StackFrames.of("""
                        Traceback (most recent call last):
                          File "/app/x.py", line 12, in charge
                            card.charge(17)
                        ValueError: bad card""")).containsExactly("File x.py, line #, in charge");
        assertThat(StackFrames.of("""
                        panic: boom
                        main.go:12 +0x1d
                        /usr/lib/ruby/cards.rb:12:in `charge'
                        #3 0x00007ff6 in main () at cards.c:9"""))
                .containsExactly("main.go +#", "cards.rb:in `charge'", "# in main () at cards.c");
    }

    @Test
    void aTracebackEndsWithItsType() {
        assertThat(ErrorType.of(
                        null, "bad card", "Traceback (most recent call last):\n  File \"x\"\nValueError: bad\n"))
                .isEqualTo("ValueError");
        assertThat(ErrorType.of(null, "no: such type", "nor: here")).isEmpty();
        assertThat(ErrorType.of(null, "Error: x", "")).isEqualTo("Error");
    }

    @Test
    void patternsHaveATextThatPostgresWouldWrite() {
        assertThat(new SignaturePattern(SignalPhase.ANALYZE, "a\"\\\b\f\n\r\t\u0001é/📨", "x.*").text())
                .isEqualTo("{\"phase\": \"analyze\", \"error_code\":"
                        + " \"a\\\"\\\\\\b\\f\\n\\r\\t\\u0001é/📨\", \"image_pattern\": \"x.*\"}");
        assertThat(new SignaturePattern(null, "E", null).text()).isEqualTo("{\"error_code\": \"E\"}");
        assertThat(new SignaturePattern(null, null, null).text()).isEqualTo("{}");
        assertThat(new SignaturePattern(null, null, null).hash())
                .isEqualTo("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }
}
