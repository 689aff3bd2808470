package dev.weir.core.stage;

import java.time.Instant;

/**
 * From one stage of a workflow to the next.
 *
 * @param at when the second one began
 * @param waitMs how long nothing had happened since the first one ended
 * @param back it goes back to a stage that the workflow had been in before it first came to this one, or stays in it: the
 *     first one sends work back to the second
 */
public record StageTransition(String from, String to, Instant at, long waitMs, boolean back) {}
