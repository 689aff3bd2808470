package dev.weir.bench;

/** What the job does where its keys are. */
enum FoldingWay {
    FOLDS,
    /** The last event of a key is its state and its row. */
    IDENTITY,
    /** Events are in the log, and that is all. */
    NOTHING
}
