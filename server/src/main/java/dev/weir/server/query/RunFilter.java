package dev.weir.server.query;

import dev.weir.core.run.HealthState;
import dev.weir.core.run.RunStatus;
import dev.weir.server.Problem;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Which runs are asked for. An empty set stands for any. */
record RunFilter(
        Set<String> envs,
        Set<String> services,
        Set<RunStatus> statuses,
        Set<HealthState> healths,
        Set<String> names,
        @Nullable Instant from,
        @Nullable Instant to,
        Basis basis,
        @Nullable String search) {

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
        if (from != null && to != null && to.isBefore(from)) {
            throw new Problem(
                    HttpStatus.BAD_REQUEST, "bad_range", "The range ends before it begins: 'to' is before 'from'.");
        }
        EnumSet<RunStatus> statuses = EnumSet.noneOf(RunStatus.class);
        parameters.texts(Parameter.STATUS).forEach(label -> statuses.add(RunStatus.of(label)));
        EnumSet<HealthState> healths = EnumSet.noneOf(HealthState.class);
        Set<String> healthLabels = parameters.texts(Parameter.HEALTH);
        Arrays.stream(HealthState.values())
                .filter(state -> healthLabels.contains(state.label()))
                .forEach(healths::add);
        String search = parameters.text(Parameter.Q);
        String basis = parameters.text(Parameter.BASIS, Basis.STARTED.label());
        return new RunFilter(
                parameters.texts(Parameter.ENV),
                parameters.texts(Parameter.SERVICE),
                statuses,
                healths,
                parameters.texts(Parameter.NAME),
                from,
                to,
                Basis.valueOf(basis.toUpperCase(Locale.ROOT)),
                search == null ? null : search.toLowerCase(Locale.ROOT));
    }

    boolean wantsEnded() {
        return healths.isEmpty() && (statuses.isEmpty() || statuses.stream().anyMatch(RunStatus::isEnded));
    }

    boolean wantsOpen() {
        return statuses.isEmpty() || statuses.stream().anyMatch(status -> !status.isEnded());
    }

    RunFilter withoutSearch() {
        return new RunFilter(envs, services, statuses, healths, names, from, to, basis, null);
    }

    boolean hasRange() {
        return from != null || to != null;
    }

    boolean accepts(String env, String service, RunStatus status, String name) {
        return isAny(envs, env) && isAny(services, service) && isAny(statuses, status) && isAny(names, name);
    }

    static <T> boolean isAny(Set<T> wanted, T value) {
        return wanted.isEmpty() || wanted.contains(value);
    }
}
