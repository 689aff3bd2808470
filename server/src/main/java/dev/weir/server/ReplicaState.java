package dev.weir.server;

import org.jspecify.annotations.Nullable;

/**
 * How the replica stands that questions are put to.
 *
 * @param running it answered within the last seconds, and is a replica of the database
 * @param asked questions go to it, and not to the database itself
 * @param lagMs how long the oldest commit has been there that it lacks, 0 if it has them all; null while that is not known
 */
public record ReplicaState(
        boolean running, boolean asked, @Nullable Long lagMs) {

    /** What an answer is behind, as far as that is known. */
    long answersLagMs() {
        return asked && lagMs != null ? lagMs : 0;
    }
}
