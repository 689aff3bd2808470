package dev.weir.server.project;

import dev.weir.host.Outcome;
import dev.weir.host.Submission;
import java.util.concurrent.CompletableFuture;

/** Where a request's events go: into the log and the folds, or to a broker that a job reads. */
public interface EventSink {

    /** Hands a request over. The answer completes once it is durable, or with an {@link Unavailable}. */
    CompletableFuture<Outcome> submit(Submission submission);
}
