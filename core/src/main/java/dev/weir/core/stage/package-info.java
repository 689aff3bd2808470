/**
 * The stage fold: from the {@code stage_started} and {@code stage_completed} events of one workflow id, in event order, to
 * its stages with their passes.
 *
 * <p>Read {@link dev.weir.core.stage.StageFold} first, then {@link dev.weir.core.stage.StageTimes} (what each event does),
 * then {@link dev.weir.core.stage.StageRows} (what is shown, of stages and of the steps of a run alike). {@code CycleTime},
 * {@code StageSla}, {@code StageInFlight}, {@code StageRework} and {@code StageFlow} answer questions over such rows,
 * exactly; what a database answers from roll-ups is measured against them.
 */
package dev.weir.core.stage;
