package dev.weir.server.query.run;

import dev.weir.core.run.HealthState;
import dev.weir.core.run.RunStatus;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which runs are asked for. An empty set stands for any.
 *
 * @param none what is left out, whatever else is asked for
 * @param took how long they took, null for any time, and for open runs too
 * @param earlierToo runs count, too, that are not the newest of their workflow id
 * @param exceptId a workflow id that is left out, because it has been shown already
 */
record RunFilter(
        Set<String> envs,
        Set<String> services,
        Set<RunStatus> statuses,
        Set<HealthState> healths,
        Set<String> names,
        Except none,
        @Nullable Instant from,
        @Nullable Instant to,
        Basis basis,
        @Nullable Took took,
        @Nullable String search,
        boolean earlierToo,
        @Nullable String exceptId) {

    record Except(Set<String> services, Set<RunStatus> statuses, Set<String> names) {}

    /** Milliseconds, the first in, the second out. */
    record Took(long atLeast, long below) {
        static @Nullable Took of(Parameters parameters) {
            boolean given = parameters.text(Parameter.TOOK_AT_LEAST_MS) != null
                    || parameters.text(Parameter.TOOK_BELOW_MS) != null;
            return given
                    ? new Took(
                            parameters.number(Parameter.TOOK_AT_LEAST_MS, 0),
                            parameters.number(Parameter.TOOK_BELOW_MS, Long.MAX_VALUE))
                    : null;
        }

        boolean includes(@Nullable Long ms) {
            return ms != null && ms >= atLeast && ms < below;
        }
    }

    /** What of a run has to lie in the range. */
    enum Basis {
        STARTED,
        ENDED,
        ACTIVE;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static RunFilter of(Parameters parameters) {
        Instant from = parameters.time(Parameter.FROM);
        Instant to = parameters.time(Parameter.TO);
        Parameters.checkRange(from, to);
        EnumSet<HealthState> healths = EnumSet.noneOf(HealthState.class);
        Set<String> healthLabels = parameters.texts(Parameter.HEALTH);
        Arrays.stream(HealthState.values())
                .filter(state -> healthLabels.contains(state.label()))
                .forEach(healths::add);
        String basis = parameters.text(Parameter.BASIS, Basis.STARTED.label());
        return new RunFilter(
                parameters.texts(Parameter.ENV),
                parameters.texts(Parameter.SERVICE),
                statuses(parameters, Parameter.STATUS),
                healths,
                parameters.texts(Parameter.NAME),
                new Except(
                        parameters.texts(Parameter.NOT_SERVICE),
                        statuses(parameters, Parameter.NOT_STATUS),
                        parameters.texts(Parameter.NOT_NAME)),
                from,
                to,
                Basis.valueOf(basis.toUpperCase(Locale.ROOT)),
                Took.of(parameters),
                parameters.text(Parameter.Q),
                parameters.text(Parameter.LISTED_RUNS, "newest").equals("all"),
                null);
    }

    /** All open runs of these, whenever they started. */
    static RunFilter open(Set<String> envs, Set<String> services) {
        return new RunFilter(
                        envs,
                        services,
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        new Except(Set.of(), Set.of(), Set.of()),
                        null,
                        null,
                        Basis.STARTED,
                        null,
                        null,
                        false,
                        null)
                .openOnly();
    }

    private static Set<RunStatus> statuses(Parameters parameters, Parameter parameter) {
        EnumSet<RunStatus> statuses = EnumSet.noneOf(RunStatus.class);
        parameters.texts(parameter).forEach(label -> statuses.add(RunStatus.of(label)));
        return statuses;
    }

    boolean wantsEnded() {
        return healths.isEmpty()
                && Arrays.stream(RunStatus.values()).anyMatch(status -> status.isEnded() && accepts(status));
    }

    boolean wantsOpen() {
        return took == null
                && Arrays.stream(RunStatus.values()).anyMatch(status -> !status.isEnded() && accepts(status));
    }

    RunFilter openOnly() {
        EnumSet<RunStatus> open = EnumSet.of(RunStatus.PENDING, RunStatus.RUNNING, RunStatus.PAUSED);
        return new RunFilter(
                envs, services, open, healths, names, none, from, to, basis, took, search, earlierToo, exceptId);
    }

    /** Of earlier runs of an id nobody asks how they fare. */
    RunFilter newestOnly() {
        return new RunFilter(
                envs, services, statuses, healths, names, none, from, to, basis, took, search, false, exceptId);
    }

    RunFilter withoutSearch() {
        return new RunFilter(
                envs, services, statuses, healths, names, none, from, to, basis, took, null, earlierToo, exceptId);
    }

    /** The same without the id that is the searched text to the letter. */
    RunFilter withoutExactId() {
        return new RunFilter(
                envs, services, statuses, healths, names, none, from, to, basis, took, search, earlierToo, search);
    }

    /** The searched text is in one of these. */
    boolean isFoundIn(@Nullable String... texts) {
        if (search == null) {
            return true;
        }
        String wanted = search.toLowerCase(Locale.ROOT);
        return Arrays.stream(texts)
                .anyMatch(text -> text != null && text.toLowerCase(Locale.ROOT).contains(wanted));
    }

    /** Times in microseconds; a run without an end is open until now. */
    boolean isInRange(long startedAt, @Nullable Long endedAt, long now) {
        if (!hasRange()) {
            return true;
        }
        long first = from == null ? Long.MIN_VALUE : Micros.of(from);
        long end = to == null ? Long.MAX_VALUE : Micros.of(to);
        return switch (basis) {
            case STARTED -> startedAt >= first && startedAt < end;
            case ENDED -> endedAt != null && endedAt >= first && endedAt < end;
            case ACTIVE -> startedAt < end && (endedAt == null ? Math.max(now, startedAt) : endedAt) >= first;
        };
    }

    /** @param ms null for an open run */
    boolean acceptsDuration(@Nullable Long ms) {
        return took == null || took.includes(ms);
    }

    boolean hasRange() {
        return from != null || to != null;
    }

    boolean accepts(String env, String service, RunStatus status, String name) {
        return isAny(envs, env)
                && isAny(services, service)
                && isAny(names, name)
                && accepts(status)
                && !none.services.contains(service)
                && !none.names.contains(name);
    }

    boolean accepts(RunStatus status) {
        return isAny(statuses, status) && !none.statuses.contains(status);
    }

    private static <T> boolean isAny(Set<T> wanted, T value) {
        return wanted.isEmpty() || wanted.contains(value);
    }
}
