package dev.weir.cli.demo;

import java.util.List;
import java.util.Optional;

/** A kind of events. Every kind that the demonstration shows is an entry in {@link #ALL}. */
public interface Family {
    List<Family> ALL = List.of(
            new Runs(Runs.SEED),
            new Titles(Titles.SEED),
            new Snapshots(Snapshots.SEED),
            new Sessions(Sessions.SEED),
            new Watchers(Watchers.SEED));

    /** The name of the workflows that are known only by their stages. */
    String TITLE = "publishTitle";

    /** The names of workflows that may go on when they look ended: titles between two stages, and closed sessions. */
    List<String> MAY_GO_ON = List.of(TITLE, Orchestrators.DIFFUSION, Orchestrators.DEPTH);

    /** What begins in the minute with this number since 1970. */
    List<Story> begunIn(long minute);

    /** The story that this execution id or workflow id belongs to, if it is one of the demonstration's. */
    Optional<Story> marked(String id);
}
