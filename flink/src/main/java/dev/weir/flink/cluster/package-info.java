/**
 * A real broker and a real cluster on one machine: one class for each kind of process, {@link
 * dev.weir.flink.cluster.Broker}, {@link dev.weir.flink.cluster.ZooKeeper}, {@link dev.weir.flink.cluster.JobManager} and
 * {@link dev.weir.flink.cluster.TaskManager}, and {@link dev.weir.flink.cluster.ClusterRest} to submit a job to it. Each
 * process has a directory, in which it finds again what it had when it is started once more, and a class path of its own.
 */
package dev.weir.flink.cluster;
