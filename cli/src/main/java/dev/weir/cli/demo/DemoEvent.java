package dev.weir.cli.demo;

import java.util.Map;

/**
 * Something that happens in the demonstration.
 *
 * @param fields as they are sent
 */
public record DemoEvent(long atMs, Channel channel, Map<String, Object> fields) {
    public String id() {
        return String.valueOf(fields.get(channel.idField()));
    }
}
