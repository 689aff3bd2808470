package dev.weir.cli.demo;

import java.util.List;
import java.util.Optional;

/** A kind of events. Every kind that the demonstration shows is an entry in {@link #ALL}. */
public interface Family {
    List<Family> ALL = List.of(new Runs(Runs.SEED));

    /** What begins in the minute with this number since 1970. */
    List<Story> begunIn(long minute);

    /** The story whose events carry this execution id, if it is one of the demonstration's. */
    Optional<Story> marked(String executionId);
}
