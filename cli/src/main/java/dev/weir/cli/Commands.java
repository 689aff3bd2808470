package dev.weir.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands; the one that reads the environment itself is given it. */
final class Commands implements IFactory {
    private final Map<String, String> environment;

    Commands(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        return type == Up.class
                ? type.cast(new Up(environment))
                : CommandLine.defaultFactory().create(type);
    }
}
