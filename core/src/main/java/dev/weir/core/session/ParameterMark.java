package dev.weir.core.session;

import java.util.UUID;

/**
 * New parameters of the inference.
 *
 * @param before what was sampled since the mark before it, or since the session began
 */
public record ParameterMark(long at, UUID event, Samples before) {}
