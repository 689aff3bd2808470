package dev.weir.core.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageShapeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "card declined                                  | card declined",
                "order 17 not found                             | order # not found",
                "order 1,234.50 not found                       | order # not found",
                "took 30.5s, limit 10s                          | took #s, limit #s",
                "HTTP 503 from 10.0.0.1:8080                    | HTTP # from #",
                "bad ids [1, 2, 3]                              | bad ids [#]",
                "bad ids [7]                                    | bad ids [#]",
                "at 0x7ffe12 in worker7                         | at # in worker#",
                "commit a1b2c3d is gone                         | commit # is gone",
                "commit 1234567 is gone                         | commit # is gone",
                "job 123e4567-e89b-12d3-a456-426614174000 died  | job # died",
                "job order-123E4567-E89B-12D3-A456-426614174000 | job order-#",
                "object Bar@1f2e3d4c is locked                  | object Bar@# is locked",
                "no user k3j9x2m4 here                          | no user # here",
                "since 2026-03-01T10:00:00.123Z, again          | since #, again",
                "since 2026-03-01 10:00:00 again                | since # again",
                "on 01/03/2026 at 10:00                         | on # at #",
                "no file 'a b.txt' here                         | no file <text> here",
                "no file \"a 'b' c\" here                       | no file <text> here",
                "it isn't here, can't be                        | it isn't here, can't be",
                "it's 'O'Brien' again                           | it's <text> again",
                "an unclosed 'quote                             | an unclosed 'quote",
                "open /var/lib/x.db: denied                     | open <path>: denied",
                "open C:\\temp\\x.db: denied                    | open <path>: denied",
                "open ./x.db.                                   | open <path>.",
                "and/or, n/a, text/plain                        | and/or, n/a, text/plain",
                "GET https://x.io/a?b=1&c=x, failed             | GET <url>, failed",
                "jdbc:postgresql://db:5432/x refused            | <url> refused",
                "mail to joe.doe@x.io bounced                   | mail to <email> bounced",
                "utf8mb4 in v1.2.3-beta4                        | utf#mb# in v#-beta#",
                "customer C-4GTS4J in S3Bucket                  | customer C-# in S#Bucket",
                "host=db1;port=5432                             | host=db#;port=#",
                "deadbeef is a hash, a facade is none           | # is a hash, a facade is none",
                "{\"id\":17,\"name\":\"x\"}                     | {<text>:#,<text>}",
                "größe 17 zu groß 📨                            | größe # zu groß 📨"
            })
    void whatDiffersIsLeftOut(String message, String shape) {
        assertThat(MessageShape.of(message)).isEqualTo(shape);
    }

    @Test
    void spaceIsOneSpace() {
        assertThat(MessageShape.of("  a\n\t b\u0001c\u00a0 d ")).isEqualTo("a b c d");
        assertThat(MessageShape.of("")).isEmpty();
        assertThat(MessageShape.of(" \n ")).isEmpty();
    }

    @Test
    void longMessagesAreCutBetweenCharacters() {
        assertThat(MessageShape.of("x " + "📨".repeat(1000))).isEqualTo("x " + "📨".repeat(119));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a",
                "'a'",
                "\"'`",
                "1, ",
                "a/",
                "://",
                "@.",
                "1-",
                "0x",
                "a1",
                "deadbeef-",
                "((",
                "...",
                ".",
                " ",
                "\n'",
                "2026-03-01",
                "12345678-1234-",
                "'\n",
                "\"a ",
                "é",
                "📨",
                "Error:",
                "http://a=",
                "/="
            })
    void hostileMessagesTakeNoTime(String piece) {
        String message = piece.repeat(4_000_000 / piece.length());
        Assertions.assertTimeout(Duration.ofSeconds(5), () -> {
            assertThat(MessageShape.of(message)).hasSizeLessThanOrEqualTo(240);
            assertThat(MessageShape.of("a " + message)).hasSizeLessThanOrEqualTo(240);
            assertThat(StackFrames.of(message)).hasSizeLessThanOrEqualTo(5);
            assertThat(ErrorType.of(null, message, message)).hasSizeLessThanOrEqualTo(200);
        });
    }
}
