package dev.weir.core.run;

/** A JSON text that is passed on as it was sent. */
public record Json(String text) {}
