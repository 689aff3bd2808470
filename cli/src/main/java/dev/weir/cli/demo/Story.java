package dev.weir.cli.demo;

import java.util.List;

/**
 * Events that belong together, from the first to the last, in order.
 *
 * @param number tells it from every other story of its family, and orders those of one moment
 * @param rarity between 0 and 1; a quieter time has only the stories below its own share
 */
public record Story(long number, double rarity, List<DemoEvent> events) {
    long beginsAt() {
        return events.get(0).atMs();
    }
}
