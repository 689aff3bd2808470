package dev.weir.store;

import dev.weir.core.event.RunKey;
import dev.weir.core.session.Attribution;
import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.SessionActivity;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRow;
import dev.weir.core.session.SessionRows;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionRun;
import dev.weir.core.session.SessionState;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What has become of one session.
 *
 * @param before as it is stored, null if it is not
 * @param run what has become of the run that it is; null if that stays as it is, or is a workflow's
 * @param runId of that run, null if it is a workflow's
 * @param gone the run that it was, where a late event moved it to another gateway or environment
 * @param foldedAgain its sightings are replaced as a whole
 * @param rows null if it only counted on: then nothing but its tallies is other than it is stored
 */
public record SessionChange(
        Place place,
        @Nullable StoredSession before,
        SessionState state,
        Attribution attribution,
        boolean settled,
        @Nullable SessionRows rows,
        SessionFigures figures,
        @Nullable RunChange run,
        @Nullable UUID runId,
        @Nullable Gone gone,
        boolean foldedAgain) {

    /** A run to be removed, as it is stored. */
    public record Gone(UUID id, int source, StoredRun run) {}

    /**
     * Whose session it is.
     *
     * @param source of the run that it is
     */
    public record Place(UUID id, SessionKey key, int org, int source, SessionRules rules) {}

    /** Whether the clock has passed the idle time of a session that is not closed. */
    public static boolean isIdle(SessionState state, long now, SessionRules rules) {
        return SessionActivity.of(state, now, rules) == SessionActivity.IDLE;
    }

    /** Its run is where it was: nothing has to be looked up. */
    public static boolean staysInPlace(SessionKey key, @Nullable StoredSession before, SessionState state) {
        return before != null
                && before.runId() != null
                && before.state() != null
                && SessionRun.key(key, before.state()).equals(SessionRun.key(key, state));
    }

    /** Folded on from what is stored, with its run where it was. */
    public static SessionChange foldedOn(
            Place place, StoredSession before, SessionState state, List<CapabilityFact> facts, boolean settled) {
        RunKey key = SessionRun.key(place.key(), state);
        UUID runId = before.runId() == null ? key.id() : before.runId();
        if (hasSameRun(before, state, settled)) {
            return of(place, before, state, facts, false, null, runId, null, false);
        }
        SessionState previous = before.state() == null ? state : before.state();
        StoredRun run = StoredSession.run(previous, before.settled(), before.runStamp(), place.rules());
        RunChange change = change(place, key, runId, run, state, settled, false);
        boolean unchanged = change.newest().equals(run.state());
        return of(place, before, state, facts, settled, unchanged ? null : change, runId, null, false);
    }

    /** What goes on and only counted on is the same run until its next heartbeat, without comparing what that would be. */
    private static boolean hasSameRun(StoredSession before, SessionState state, boolean settled) {
        return before.runId() != null
                && before.state() != null
                && !before.settled()
                && !settled
                && !state.isClosed()
                && state.heartbeat().equals(before.state().heartbeat())
                && state.hasOnlyCountedSince(before.state());
    }

    /**
     * New, moved, or folded again.
     *
     * @param taken a workflow of the same name has the run for itself
     * @param there the run that is stored where this session's is to be
     * @param was the run that is stored where it was, if that is elsewhere
     */
    public static SessionChange anew(
            Place place,
            @Nullable StoredSession before,
            SessionState state,
            List<CapabilityFact> facts,
            boolean settled,
            boolean taken,
            @Nullable StoredRun there,
            @Nullable StoredRun was) {
        RunKey key = SessionRun.key(place.key(), state);
        UUID runId = key.id();
        Gone gone = before == null
                        || before.runId() == null
                        || was == null
                        || was.role() != RunRole.SESSION
                        || before.runId().equals(runId)
                ? null
                : new Gone(before.runId(), before.source(), was);
        return of(
                place,
                before,
                state,
                facts,
                settled,
                taken ? null : change(place, key, runId, there, state, settled, there != null),
                taken ? null : runId,
                gone,
                true);
    }

    /** Other facts are known of the orchestrators that it saw; its run knows nothing of them. */
    public static SessionChange attributed(
            Place place, StoredSession before, SessionState state, List<CapabilityFact> facts) {
        return of(place, before, state, facts, before.settled(), null, before.runId(), null, false);
    }

    /** The clock has passed its idle time. */
    public static SessionChange settled(
            Place place, StoredSession before, SessionState state, List<CapabilityFact> facts) {
        return before.runId() == null
                ? of(place, before, state, facts, true, null, null, null, false)
                : foldedOn(place, before, state, facts, true);
    }

    private static RunChange change(
            Place place,
            RunKey key,
            UUID runId,
            @Nullable StoredRun previous,
            SessionState state,
            boolean settled,
            boolean replace) {
        return new RunChange(
                key,
                runId,
                place.org(),
                place.source(),
                previous,
                List.of(SessionRun.of(state, StoredSession.clock(settled), place.rules())),
                replace,
                RunRole.SESSION,
                null);
    }

    private static SessionChange of(
            Place place,
            @Nullable StoredSession before,
            SessionState state,
            List<CapabilityFact> facts,
            boolean settled,
            @Nullable RunChange run,
            @Nullable UUID runId,
            @Nullable Gone gone,
            boolean foldedAgain) {
        Attribution attribution = attribution(place, before, state, facts);
        if (!foldedAgain && before != null && hasOnlyCounted(before, state, attribution, settled)) {
            return new SessionChange(
                    place, before, state, attribution, settled, null, before.figures(), run, runId, gone, false);
        }
        SessionRows rows = SessionRows.of(place.key(), state, attribution);
        SessionFigures figures = SessionFigures.of(place.source(), rows.session());
        return new SessionChange(
                place, before, state, attribution, settled, rows, figures, run, runId, gone, foldedAgain);
    }

    private static Attribution attribution(
            Place place, @Nullable StoredSession before, SessionState state, List<CapabilityFact> facts) {
        Attribution known = before == null ? null : before.attribution();
        return known != null && known.isOf(state, facts) ? known : Attribution.of(state, facts, place.rules());
    }

    /** What is stored of it was made with the very same attribution, so that all but samples is stored as it is now. */
    private static boolean hasOnlyCounted(
            StoredSession before, SessionState state, Attribution attribution, boolean settled) {
        return before.state() != null
                && before.attribution() == attribution
                && before.settled() == settled
                && state.hasOnlyCountedSince(before.state());
    }

    public UUID id() {
        return place.id();
    }

    boolean onlyCounted() {
        return rows == null;
    }

    /** Of one that did not only count on. */
    SessionRows shown() {
        return Objects.requireNonNull(rows);
    }

    SessionRow row() {
        return shown().session();
    }

    /** The stamp of the run once this is saved. */
    long runStamp(long stamp) {
        return run != null || before == null ? stamp : before.runStamp();
    }

    /** As it is stored once this is saved under that stamp. */
    public StoredSession stored(long stamp) {
        return new StoredSession(
                place.id(),
                place.key(),
                place.org(),
                stamp,
                runStamp(stamp),
                place.source(),
                runId,
                settled,
                state,
                figures,
                attribution);
    }
}
