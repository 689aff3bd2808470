/**
 * What every host of the folds does with events, whoever brings them and whatever keeps what is known of a key: read them,
 * append them to the log, fold them, save the rows, and follow up what takes longer. The server does it in the transaction
 * that acknowledges a request, a Flink job in two: one that appends, one that folds.
 */
package dev.weir.host;
