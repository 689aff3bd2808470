/** The job without its folds, as something to measure the job beside. */
package dev.weir.flink;
