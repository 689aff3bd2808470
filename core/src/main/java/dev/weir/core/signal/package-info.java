/**
 * The signal fold: what a person who waits for a job is told first, and what is learned from failures.
 *
 * <p>Read {@link dev.weir.core.signal.SignalFold} first (from the state of a run to its {@link
 * dev.weir.core.signal.Signal}; {@code WhileOpen} and {@code AtTheEnd} say what it says), then {@link
 * dev.weir.core.signal.Fingerprint} (which failures are the same), then {@link dev.weir.core.signal.WorkflowHistory} (what
 * follows from the ended runs of a workflow). What depends on the clock takes the time as a parameter and is computed when
 * read: {@link dev.weir.core.signal.Signal#asReadAt}, {@link dev.weir.core.signal.Confidence}, {@link
 * dev.weir.core.signal.SignatureState}.
 */
package dev.weir.core.signal;
