package dev.weir.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands; those that read the environment themselves are given it. */
final class Commands implements IFactory {
    private final Map<String, String> environment;

    Commands(Map<String, String> environment) {
        this.environment = environment;
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
        }
        return CommandLine.defaultFactory().create(type);
    }
}
