package dev.weir.flink;

import java.io.Serializable;
import java.time.Duration;

/**
 * What the operators have to know; it travels with them to where they run.
 *
 * @param db the JDBC URL of the database
 * @param linger how long a group may wait for company before it is written
 * @param mostEvents how many events a group has at most
 * @param keepState how long a key's state is kept after its last event; later it is read from the database
 * @param patience how long to try while the database is away, before the job is started again from its last checkpoint
 */
record JobSettings(
        String db,
        Duration linger,
        int mostEvents,
        Duration keepState,
        Duration patience,
        int refoldInlineEvents,
        long parkedBytesPerDay,
        Duration keepSignals,
        Duration keepTelemetry,
        Duration keepSignatures)
        implements Serializable {}
