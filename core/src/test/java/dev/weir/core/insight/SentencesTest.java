package dev.weir.core.insight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentencesTest {
    private static final long TEN_PAST_TWO = (14 * 60 + 10) * 60_000_000L;
    private static final long THREE = 15 * 3_600_000_000L;

    @ParameterizedTest
    @CsvSource({
        "1,100%",
        "0,0%",
        "0.5,50%",
        "0.9874,98.7%",
        "0.9961,99.61%",
        "0.99999,more than 99.99%",
        "0.00001,less than 0.01%",
        "0.004,0.40%"
    })
    void aShareIsNeverRoundedToAllOrNothing(double share, String said) {
        assertThat(Sentences.percent(share)).isEqualTo(said);
    }

    @Test
    void failuresAreSaidWithCountTimeAndStep() {
        Outcomes now = new Outcomes(1200, 34);
        assertThat(Sentences.failing("processOrder", now, TEN_PAST_TWO, THREE, "charge-card", 30))
                .isEqualTo("34 of 1,234 runs of processOrder failed since 14:10 UTC, 30 of them at charge-card.");
        assertThat(Sentences.failing("processOrder", now, TEN_PAST_TWO, THREE, "charge-card", 34))
                .isEqualTo("34 of 1,234 runs of processOrder failed since 14:10 UTC, all at charge-card.");
        assertThat(Sentences.failing("pay", new Outcomes(0, 1), TEN_PAST_TWO, THREE, null, 0))
                .isEqualTo("1 of 1 run of pay failed since 14:10 UTC.");
        assertThat(Sentences.usualFailures(new UsualRate(new Outcomes(996, 4)))).isEqualTo("Usually 0.40% fail.");
        assertThat(Sentences.usualFailures(null)).isNull();
    }

    @Test
    void oneAndManyAreSaidApart() {
        assertThat(Sentences.overdue("pay", 1, 90_000)).isEqualTo("1 run of pay should have resumed, 90 s ago.");
        assertThat(Sentences.overdue("pay", 12, 1_440_000))
                .isEqualTo("12 runs of pay should have resumed, the oldest 24 min ago.");
        assertThat(Sentences.stuck("pay", 1, 90_000)).isEqualTo("1 run of pay has said nothing for 90 s.");
        assertThat(Sentences.stuck("pay", 2, 90_000)).isEqualTo("2 runs of pay have said nothing for up to 90 s.");
        assertThat(Sentences.pastSla("QC", 7, 8_040_000))
                .isEqualTo("7 titles are past the due time in QC, the latest by 2 h.");
    }

    @Test
    void aLimitIsSaidWithWhatWasCounted() {
        long hour = 3_600_000;
        assertThat(Sentences.belowSuccess("checkout in production", new Outcomes(91, 9), hour, 0.99))
                .isEqualTo("checkout in production completed 91% of 100 runs in the last hour; its alert is at 99%.");
        assertThat(Sentences.belowSuccess("checkout in production", new Outcomes(2, 3), 24 * hour, 0.9))
                .isEqualTo("checkout in production completed 2 of 5 runs in the last 24 h; its alert is at 90%.");
        assertThat(Sentences.aboveDuration("checkout in production", 41_000, 240, hour / 2, 30_000))
                .isEqualTo("checkout in production took 41 s at the 95th percentile of 240 runs in the last 30 min;"
                        + " its alert is at 30 s.");
        assertThat(Sentences.aboveSilence("checkout in production", 47 * 60_000, 600_000))
                .isEqualTo("checkout in production has sent nothing for 47 min; its alert is at 10 min.");
    }

    @Test
    void whatIsSilentIsSaidWithItsHabit() {
        assertThat(Sentences.silent("warehouse", 47 * 60_000, 30_000))
                .isEqualTo("warehouse has sent nothing for 47 min, it usually does every 30 s.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0|Nothing needs you.",
                "0|1|Nothing needs you now, 1 thing to watch.",
                "1|0|1 thing needs you now.",
                "3|2|3 things need you now, 2 to watch.",
            })
    void theFirstSentenceCountsWhatNeedsSomebody(long now, long watch, String sentence) {
        assertThat(Sentences.overview(now, watch)).isEqualTo(sentence);
    }

    @Test
    void aRateOfFewIsSaidAsACount() {
        UsualRate usual = new UsualRate(new Outcomes(996, 4));
        assertThat(Sentences.overall(new Outcomes(18, 1), usual, "24 h"))
                .isEqualTo("18 of 19 runs completed in 24 h, usually 99.60%.");
        assertThat(Sentences.overall(new Outcomes(1975, 25), usual, "24 h"))
                .isEqualTo("98.8% of 2,000 runs completed in 24 h, usually 99.60%.");
        assertThat(Sentences.overall(Outcomes.NONE, null, "24 h")).isEqualTo("No run ended in 24 h.");
        assertThat(Sentences.verdict("staging", Verdict.QUIET, Outcomes.NONE, null))
                .isEqualTo("No run ended in staging.");
    }
}
