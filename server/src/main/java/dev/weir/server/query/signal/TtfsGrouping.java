package dev.weir.server.query.signal;

import java.time.Duration;

/** What the figures of a view are told apart by, beside the surface, and how far it looks back. */
enum TtfsGrouping {
    HOURLY("hour", Duration.ofHours(1), true, Duration.ofDays(7)),
    DAILY("day", Duration.ofDays(1), false, Duration.ofDays(90)),
    BREACHES("hour", Duration.ofHours(1), false, Duration.ofHours(24));

    final String unit;
    final Duration length;
    final boolean byCacheHit;
    final Duration span;

    TtfsGrouping(String unit, Duration length, boolean byCacheHit, Duration span) {
        this.unit = unit;
        this.length = length;
        this.byCacheHit = byCacheHit;
        this.span = span;
    }

    /** What rows and hours have in common is grouped by these. */
    String columns() {
        return "date_trunc('" + unit + "', hour, 'UTC'), surface, " + (byCacheHit ? "cache_hit" : "NULL::boolean");
    }
}
