package dev.weir.flink;

/**
 * An event as a broker hands it over. What it tells of its sender is in the record's headers, see {@link ArrivalReader}.
 *
 * @param offset its place in the partition: one that was seen before is handed over again after a failure
 * @param at when the broker was given it, in milliseconds since 1970: the time of receipt
 * @param org the organisation
 * @param family the endpoint that took it, by its label
 * @param env where it comes from unless it says so itself; likewise its service
 * @param mended characters that PostgreSQL cannot hold were replaced in it
 */
public record Arrival(
        String topic,
        int partition,
        long offset,
        long at,
        String org,
        String family,
        String credential,
        String env,
        String service,
        boolean mended,
        byte[] event) {}
