package dev.weir.flink;

/**
 * An event that the log has, on its way to where its key is folded.
 *
 * @param key of its run or session, as text: what it is sent to its operator by
 */
public record ToFold(String key, String org, String family, String env, String service, byte[] event) {}
