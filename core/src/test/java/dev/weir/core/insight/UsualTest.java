package dev.weir.core.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.core.insight.UsualWeeks.Range;
import dev.weir.core.stage.StageBuckets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsualTest {
    private static final long HOUR = 3_600_000_000L;
    private static final long WEEK = 7 * 24 * HOUR;

    @Test
    void aDayIsComparedWithTheSameDayOfFourWeeks() {
        assertThat(UsualWeeks.of(0, 24 * HOUR))
                .containsExactly(
                        new Range(-WEEK, 24 * HOUR - WEEK),
                        new Range(-2 * WEEK, 24 * HOUR - 2 * WEEK),
                        new Range(-3 * WEEK, 24 * HOUR - 3 * WEEK),
                        new Range(-4 * WEEK, 24 * HOUR - 4 * WEEK));
    }

    @Test
    void aLongRangeIsNotComparedWithItself() {
        for (long days : List.of(8, 14, 15, 28, 30, 365)) {
            long to = days * 24 * HOUR;
            assertThat(UsualWeeks.of(0, to))
                    .isNotEmpty()
                    .allMatch(range -> range.to() <= 0 && range.from() % WEEK == 0);
        }
    }

    /** By hand, with z = 2.576. */
    @ParameterizedTest
    @CsvSource({"0,10,0,0.399", "5,10,0.184,0.816", "10,10,0.601,1", "1,100,0.001,0.080", "0,0,0,1"})
    void anIntervalIsAsWilsonHasIt(long hits, long n, double lower, double upper) {
        assertThat(Wilson.of(hits, n).lower()).isCloseTo(lower, within(0.001));
        assertThat(Wilson.of(hits, n).upper()).isCloseTo(upper, within(0.001));
    }

    @ParameterizedTest
    @CsvSource({
        "990,10,97,3,false", // three of a hundred happen when one of a hundred fails
        "990,10,90,10,true",
        "990,10,0,2,false", // two failures are never enough
        "990,10,0,3,true",
        "99000,1000,9850,150,false", // certain, but half a point more is nothing to wake for
        "500,500,40,60,false", // what always fails half is usual
        "1000,0,997,3,false",
        "1000,0,290,15,true",
    })
    void moreFailThanUsual(long completed, long failed, long nowCompleted, long nowFailed, boolean outside) {
        UsualRate usual = UsualRate.of(new Outcomes(completed, failed));
        assertThat(UsualRate.isOutside(new Outcomes(nowCompleted, nowFailed), usual))
                .isEqualTo(outside);
    }

    @Test
    void chanceAloneIsRarelyOutside() {
        SplittableRandom random = new SplittableRandom(3);
        int alarms = 0;
        for (int i = 0; i < 2000; i++) {
            UsualRate usual = UsualRate.of(sample(random, 800));
            alarms += UsualRate.isOutside(sample(random, 200), usual) ? 1 : 0;
        }
        assertThat(alarms).isLessThan(20);
    }

    private static Outcomes sample(SplittableRandom random, int n) {
        long failed = random.ints(n, 0, 20).filter(value -> value == 0).count();
        return new Outcomes(n - failed, failed);
    }

    @Test
    void ofFewerThanTwentyNothingIsUsual() {
        assertThat(UsualRate.of(new Outcomes(19, 0))).isNull();
        assertThat(UsualRate.of(new Outcomes(15, 5))).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "100,0,false,HEALTHY",
        "0,0,false,QUIET",
        "0,0,true,SILENT",
        "100,0,true,SILENT",
        "90,10,false,DEGRADED",
        "40,60,false,FAILING",
    })
    void aVerdictSaysHowThingsStand(long completed, long failed, boolean silent, Verdict expected) {
        UsualRate usual = UsualRate.of(new Outcomes(990, 10));
        assertThat(Verdict.of(new Outcomes(completed, failed), usual, silent)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"2,2,HEALTHY", "2,3,FAILING", "90,10,HEALTHY"})
    void withoutAnythingUsualHalfOfFiveIsFailing(long completed, long failed, Verdict expected) {
        assertThat(Verdict.of(new Outcomes(completed, failed), null, false)).isEqualTo(expected);
    }

    @Test
    void anIncidentThatIsOverNeedsNobody() {
        UsualRate usual = UsualRate.of(new Outcomes(9900, 100));
        List<Outcomes> day = new ArrayList<>(Collections.nCopies(90, new Outcomes(30, 0)));
        day.set(40, new Outcomes(0, 30));
        Course over = new Course(0, HOUR / 4, day);
        assertThat(over.outsideSince(usual)).isNull();
        assertThat(Verdict.of(over.newest(), usual, false)).isEqualTo(Verdict.HEALTHY);
        assertThat(over.isOutside(40, usual)).isTrue();
    }

    @Test
    void anIncidentThatHasOnlyBegunDoesNotVanish() {
        UsualRate usual = UsualRate.of(new Outcomes(9900, 100));
        List<Outcomes> day = new ArrayList<>(Collections.nCopies(90, new Outcomes(30, 0)));
        day.add(new Outcomes(20, 10));
        day.add(Outcomes.NONE);
        day.add(new Outcomes(3, 1));
        Course begun = new Course(7, HOUR / 4, day);
        assertThat(begun.outsideSince(usual)).isEqualTo(7 + 90 * HOUR / 4);
        assertThat(Verdict.of(begun.newest(), usual, false)).isEqualTo(Verdict.DEGRADED);
        assertThat(begun.sum()).isEqualTo(new Outcomes(90 * 30 + 23, 11));
    }

    @Test
    void whereLittleEndsMoreThanAnHourIsLookedAt() {
        UsualRate usual = UsualRate.of(new Outcomes(990, 10));
        Course slow = new Course(0, HOUR, List.of(new Outcomes(30, 0), new Outcomes(2, 2), new Outcomes(1, 2)));
        assertThat(slow.newest()).isEqualTo(new Outcomes(33, 4));
        assertThat(slow.outsideSince(usual)).isEqualTo(HOUR);
    }

    @Test
    void slowerIsWhatTakesAQuarterLongerBeyondChance() {
        assertThat(Slowness.of(durations(100, 1000), durations(400, 1000))).isNull();
        assertThat(Slowness.of(durations(100, 1100), durations(400, 1000))).isNull();
        assertThat(Slowness.of(durations(19, 9000), durations(400, 1000))).isNull();
        Slowness slower = Slowness.of(durations(100, 1500), durations(400, 1000));
        assertThat(slower).isNotNull();
        assertThat(slower.ratio()).isCloseTo(1.5, within(0.1));
    }

    @Test
    void aLongTailAloneIsSlowerToo() {
        StageBuckets now = durations(180, 1000);
        now.add(StageBuckets.of(20_000), 20);
        Slowness slower = Slowness.of(now, durations(800, 1000));
        assertThat(slower).isNotNull();
        assertThat(slower.ratio()).isGreaterThan(5);
    }

    private static StageBuckets durations(int n, long around) {
        StageBuckets durations = new StageBuckets();
        new SplittableRandom(n).longs(n, around * 8 / 10, around * 12 / 10).forEach(durations::addDuration);
        return durations;
    }
}
