package dev.weir.flink;

/**
 * An event that the log has, on its way to where its key is folded.
 *
 * @param key of its run or session, as text: what it is sent to its operator by
 * @param at the time of receipt that it was read with first, in milliseconds since 1970
 */
public record ToFold(String key, long at, String org, String family, String env, String service, byte[] event) {}
