package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionState;
import dev.weir.core.session.Sighting;
import dev.weir.testkit.SessionFolding.Known;
import dev.weir.testkit.SessionFolding.Told;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionFoldLawsTest {
    private static final SessionRules LITERAL = new SessionRules(
            SessionRules.DEFAULT.excusable(),
            true,
            SessionRules.DEFAULT.attributionMicros(),
            SessionRules.DEFAULT.idleMicros());

    @Test
    void anyOrderAndRepetitionGivesTheSameRows() {
        Seeds.each(seed -> Laws.order(seed, SessionHistories.history(seed), folding(seed)));
    }

    @Test
    void anySplitIntoBatchesGivesTheSameRows() {
        Seeds.each(seed -> {
            List<Told> history = SessionHistories.history(seed);
            SessionFolding fold = folding(seed);
            Laws.split(seed, history, fold.rows(fold.fold(history)), () -> new FoldHost<>(fold));
        });
    }

    @Test
    void applyingAnEventLeavesTheStateBeforeItAlone() {
        Seeds.each(1_000, 30_000, seed -> Laws.purity(SessionHistories.history(seed), folding(seed)));
    }

    /** More than equal rows: otherwise a difference that no row shows yet could come out with a later event. */
    @Test
    void theFastPathReachesTheSameState() {
        Seeds.each(seed -> {
            List<SessionEvent> sorted = events(SessionHistories.history(seed));
            sorted.sort(Comparator.comparing(SessionEvent::order));
            SessionState oneByOne = null;
            for (SessionEvent event : sorted) {
                oneByOne = SessionFold.apply(oneByOne, List.of(event), SessionRules.DEFAULT);
            }
            assertThat(oneByOne).isEqualTo(SessionFold.fold(sorted, SessionRules.DEFAULT));
        });
    }

    @Test
    void theWalletRuleHasNoPartInTheState() {
        Seeds.each(seed -> {
            List<SessionEvent> events = events(SessionHistories.history(seed));
            assertThat(SessionFold.fold(events, LITERAL)).isEqualTo(SessionFold.fold(events, SessionRules.DEFAULT));
        });
    }

    /** What a host has to look up, and no more: see the chapter on storing in docs/sessions.md. */
    @Test
    void theSnapshotsNextToTheFirstSightingsAreEnough() {
        Seeds.each(seed -> {
            List<Told> history = SessionHistories.history(seed);
            SessionFolding fold = folding(seed);
            Known all = fold.fold(history);
            Set<CapabilityFact> next = new HashSet<>();
            for (Sighting sighting : Objects.requireNonNull(all.state()).sightings()) {
                next.addAll(nextTo(sighting, all.facts()));
            }
            assertThat(fold.rows(new Known(all.state(), List.copyOf(next)))).isEqualTo(fold.rows(all));
        });
    }

    /** Whose rows a host has to make again for a fact that comes late. */
    @Test
    void aFactConcernsOnlySessionsBetweenItsNeighbours() {
        Seeds.each(seed -> {
            SessionFolding fold = folding(seed);
            Known all = fold.fold(SessionHistories.history(seed));
            for (CapabilityFact late : all.facts()) {
                List<CapabilityFact> before = new ArrayList<>(all.facts());
                before.remove(late);
                if (Objects.requireNonNull(all.state()).sightings().stream()
                        .noneMatch(sighting -> isConcerned(sighting, late, before))) {
                    assertThat(fold.rows(all)).isEqualTo(fold.rows(new Known(all.state(), before)));
                }
            }
        });
    }

    private static boolean isConcerned(Sighting sighting, CapabilityFact late, List<CapabilityFact> facts) {
        long from = Long.MIN_VALUE;
        long until = Long.MAX_VALUE;
        for (CapabilityFact fact : facts) {
            if (group(fact).equals(group(late))) {
                from = fact.at() < late.at() ? Math.max(from, fact.at()) : from;
                until = fact.at() > late.at() ? Math.min(until, fact.at()) : until;
            }
        }
        return isAbout(late, sighting) && from <= sighting.firstAt() && sighting.firstAt() < until;
    }

    private static boolean isAbout(CapabilityFact fact, Sighting sighting) {
        return same(fact.address(), sighting.address())
                || same(fact.localAddress(), sighting.address())
                || same(fact.orchUri(), sighting.url());
    }

    private static List<CapabilityFact> nextTo(Sighting sighting, List<CapabilityFact> facts) {
        List<CapabilityFact> known =
                facts.stream().filter(fact -> isAbout(fact, sighting)).toList();
        List<CapabilityFact> next = new ArrayList<>();
        for (CapabilityFact fact : known) {
            boolean before = fact.at() <= sighting.firstAt();
            boolean isNext = known.stream()
                    .filter(other -> group(other).equals(group(fact)))
                    .filter(other -> other.at() <= sighting.firstAt() == before)
                    .noneMatch(other -> before ? other.at() > fact.at() : other.at() < fact.at());
            if (isNext) {
                next.add(fact);
            }
        }
        return next;
    }

    private static boolean same(String a, String b) {
        return a != null && a.equalsIgnoreCase(b);
    }

    private static List<Object> group(CapabilityFact fact) {
        return List.of(
                fact.address().toLowerCase(Locale.ROOT),
                fact.localAddress().toLowerCase(Locale.ROOT),
                String.valueOf(fact.orchUri()),
                fact.models().isEmpty());
    }

    private static List<SessionEvent> events(List<Told> history) {
        return new ArrayList<>(
                history.stream().map(Told::event).filter(Objects::nonNull).toList());
    }

    private static SessionFolding folding(long seed) {
        return new SessionFolding(seed % 4 == 0 ? LITERAL : SessionRules.DEFAULT);
    }
}
