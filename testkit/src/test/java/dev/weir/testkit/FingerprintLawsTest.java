package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.signal.FailureText;
import dev.weir.core.signal.Fingerprint;
import dev.weir.core.signal.SignalPhase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Failures whose messages are told from the same pattern, with other numbers and ids in it each time. */
class FingerprintLawsTest {
    private static final List<String> WORDS = List.of(
            "card",
            "declined",
            "by",
            "bank;",
            "timeout:",
            "isn't",
            "(retry)",
            "größe",
            "📨",
            "of",
            "[limit]",
            "—",
            "a/b");

    private enum Hole {
        NUMBER,
        ID,
        HASH,
        TIME,
        QUOTE,
        URL,
        EMAIL,
        PATH;

        private static final Hole[] ALL = values();

        String fill(SplittableRandom random) {
            long number = random.nextLong(1, 1_000_000_000_000L);
            return switch (this) {
                case NUMBER -> Long.toString(number % (1L << random.nextInt(1, 40)));
                case ID -> new UUID(random.nextLong(), random.nextLong()).toString();
                case HASH -> Long.toHexString(random.nextLong() | Long.MIN_VALUE);
                case TIME -> Instant.ofEpochMilli(number).toString();
                case QUOTE -> "'order " + number + "'";
                case URL -> "https://x.io/" + number + "?a=" + Long.toHexString(number);
                case EMAIL -> "joe" + number + "@x.io";
                case PATH -> "/var/" + Long.toHexString(number) + "/x.db";
            };
        }
    }

    @Test
    void otherNumbersAndIdsGiveTheSameCode() {
        Seeds.each(seed -> {
            String code = code(message(seed, 1), stack(seed, 1), "charge");
            for (int fill = 2; fill < 6; fill++) {
                assertThat(code(message(seed, fill), stack(seed, fill), "charge"))
                        .as("%s and %s", message(seed, 1), message(seed, fill))
                        .isEqualTo(code);
            }
        });
    }

    @Test
    void anotherStepGivesAnotherCode() {
        Seeds.each(seed -> assertThat(code(message(seed, 1), stack(seed, 1), "ship"))
                .isNotEqualTo(code(message(seed, 1), stack(seed, 1), "charge")));
    }

    @Test
    void whatIsLeftOfAMessageHasNoDigits() {
        Seeds.each(seed -> assertThat(Fingerprint.of(failure(message(seed, 1), null, "charge"))
                        .message())
                .doesNotContainPattern("[0-9]")
                .hasSizeLessThanOrEqualTo(240));
    }

    /** What is normalised stays as it is: nothing comes in that would have to be taken out. */
    @Test
    void theShapeOfAShapeIsItself() {
        Seeds.each(seed -> {
            String shape = shape(message(seed, 1));
            assertThat(shape(shape)).isEqualTo(shape);
        });
    }

    private static String shape(String message) {
        return Fingerprint.of(failure(message, null, "charge")).message();
    }

    private static String message(long seed, int fill) {
        SplittableRandom pattern = new SplittableRandom(seed);
        SplittableRandom random = new SplittableRandom(seed * 31 + fill);
        List<String> words = new ArrayList<>();
        for (int i = pattern.nextInt(2, 14); i > 0; i--) {
            words.add(WORDS.get(pattern.nextInt(WORDS.size())));
            if (pattern.nextInt(3) == 0) {
                words.add(Hole.ALL[pattern.nextInt(Hole.ALL.length)].fill(random));
            }
        }
        return String.join(" ", words);
    }

    private static String stack(long seed, int fill) {
        int line = new SplittableRandom(seed * 31 + fill).nextInt(1, 5000);
        return "boom\n\tat x.Cards.charge(Cards.java:" + line + ")\n    at pay (/app/" + line + "/pay.js:" + line
                + ":9)\n";
    }

    private static String code(String message, String stack, String step) {
        return Fingerprint.of(failure(message, stack, step)).code();
    }

    private static FailureText failure(String message, String stack, String step) {
        return new FailureText(null, message, stack, step, SignalPhase.UNKNOWN, null);
    }
}
