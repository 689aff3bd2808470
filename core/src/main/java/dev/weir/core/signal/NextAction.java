package dev.weir.core.signal;

/**
 * Where a person may go from a signal.
 *
 * @param href of a page of the UI, from its root on
 */
public record NextAction(String label, String href) {}
