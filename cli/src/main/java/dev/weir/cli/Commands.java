package dev.weir.cli;

import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands; those that read the environment themselves are given it. */
final class Commands implements IFactory {
    private final Map<String, String> environment;
    private final Supplier<Instant> began;

    /** @param began when the command was started */
    Commands(Map<String, String> environment, Supplier<Instant> began) {
        this.environment = environment;
        this.began = began;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        if (type == Up.class) {
            return type.cast(new Up(environment));
        } else if (type == Ls.class) {
            return type.cast(new Ls(environment));
        } else if (type == Show.class) {
            return type.cast(new Show(environment));
        } else if (type == Tail.class) {
            return type.cast(new Tail(environment));
        } else if (type == Watch.class) {
            return type.cast(new Watch(environment, began));
        }
        return CommandLine.defaultFactory().create(type);
    }
}
