/**
 * The run fold: from the events of one workflow id, in event order, to its runs with their steps, attempts and sleeps.
 *
 * <p>Read {@link dev.weir.core.run.RunFold} first (how a history becomes numbered runs), then {@code OpenRun} (what each
 * event does), then {@link dev.weir.core.run.RunRows} (what is shown of it).
 */
package dev.weir.core.run;
