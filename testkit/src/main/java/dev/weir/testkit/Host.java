package dev.weir.testkit;

import java.util.List;

/**
 * Where the events of one key arrive in batches and its rows come out: a fold beside a log, a database, a stream
 * processor.
 */
public interface Host<E> {

    void receive(List<E> batch);

    /** What is shown of all that was received, compared by equality. */
    Object rows();
}
