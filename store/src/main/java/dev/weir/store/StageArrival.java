package dev.weir.store;

/**
 * One pass of a stage as it was come to.
 *
 * @param from the stage that had ended last before it
 * @param back it sends work back
 */
public record StageArrival(String from, boolean back, long waitMs) {}
