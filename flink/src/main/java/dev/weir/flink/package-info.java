/**
 * The folds on Flink. {@link dev.weir.flink.LogOperator} appends what a broker hands over to the log and passes on what is
 * to be folded, {@link dev.weir.flink.FoldOperator} folds it, key by key. Both do what the server does, by the same
 * classes of {@code host}; what is Flink's own is where the state of a key is kept and when a group is written.
 */
package dev.weir.flink;
