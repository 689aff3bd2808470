/**
 * Bytes to core records and back. {@link dev.weir.wire.EventBody} finds the events in a request,
 * {@link dev.weir.wire.EventDecoder} makes a {@link dev.weir.wire.LogEvent} or a {@link dev.weir.wire.Rejection} of each;
 * {@link dev.weir.wire.NetworkDecoder} does the same for the envelopes of a live-video network.
 */
package dev.weir.wire;
