/**
 * The session fold: from the events of one live-video session, in event order, to its lifecycle.
 *
 * <p>Read {@link dev.weir.core.session.SessionFold} first, then {@code OpenSession} (what each event does), then
 * {@link dev.weir.core.session.SessionRows} (what is shown). Who an orchestrator is and what it ran on is not in its events:
 * the rows take the {@link dev.weir.core.session.CapabilityFact}s of the orchestrators that the session saw, so that one
 * that comes late changes rows and never a state.
 */
package dev.weir.core.session;
