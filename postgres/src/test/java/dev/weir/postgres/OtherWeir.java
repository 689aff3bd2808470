package dev.weir.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Another process that starts the database, says where it is or why not, and keeps it until its input ends. */
final class OtherWeir implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private OtherWeir(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    static OtherWeir on(Path dataDir) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OtherWeir.class.getName(),
                dataDir.toString());
        return new OtherWeir(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    public static void main(String[] args) throws IOException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(Path.of(args[0]))) {
            System.out.println(postgres.jdbcUrl());
            System.out.println(postgres.pid());
            System.in.read();
        } catch (PostgresStartException e) {
            System.out.println(e.getMessage());
        }
    }

    String nextLine() throws IOException {
        return output.readLine();
    }

    long pid() {
        return process.pid();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.getOutputStream().close();
        process.waitFor();
    }
}
