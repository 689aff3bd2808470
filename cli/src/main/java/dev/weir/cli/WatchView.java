package dev.weir.cli;

import java.time.Instant;

/** How a watched run is shown. */
interface WatchView {

    /** Something a person has not been told yet. */
    void show(WatchProgress progress);

    /** The same as was shown, and more is known of it, such as how long it will take. */
    void update(WatchProgress progress);

    /** Time passes; where things change in place they may. */
    void tick(Instant now);

    /** A sentence beside what is shown. */
    void note(String sentence);

    /** The run has ended in this way, which was shown, but for what is known of such an end. */
    void end(FirstSignal signal);
}
