package dev.weir.server;

/** Knows the job behind a server that folds nothing itself; a server that does has none. */
public interface JobWatch {

    /** As of a moment ago. */
    JobState state();
}
