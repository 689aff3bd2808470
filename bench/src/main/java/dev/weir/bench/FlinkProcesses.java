package dev.weir.bench;

import dev.weir.flink.UnfoldedJob;
import dev.weir.flink.cluster.Broker;
import dev.weir.flink.cluster.ClassPath;
import dev.weir.flink.cluster.ClusterRest;
import dev.weir.flink.cluster.JobJar;
import dev.weir.flink.cluster.JobManager;
import dev.weir.flink.cluster.LocalCluster;
import dev.weir.flink.cluster.Service;
import dev.weir.flink.cluster.TaskManager;
import dev.weir.flink.cluster.ZooKeeper;
import dev.weir.postgres.EmbeddedPostgres;
import dev.weir.postgres.PostgresStartException;
import dev.weir.store.Migrations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL, a broker and a cluster, each a process of its own, and all of them gone with the workplace. */
final class FlinkProcesses {
    private static final String CHECKPOINTS_EVERY = "1s";

    private final Workplace workplace;
    private final LocalCluster local;
    private final EmbeddedPostgres postgres;
    private final Broker broker;
    private final ClusterRest cluster;
    private final List<TaskManager> taskManagers = new ArrayList<>();

    private FlinkProcesses(
            Workplace workplace, LocalCluster local, EmbeddedPostgres postgres, Broker broker, ClusterRest cluster) {
        this.workplace = workplace;
        this.local = local;
        this.postgres = postgres;
        this.broker = broker;
        this.cluster = cluster;
    }

    /** All but TaskManagers. */
    static FlinkProcesses start(Workplace workplace, LocalCluster local) throws IOException {
        Broker broker = workplace.owns(local.newBroker());
        ZooKeeper zooKeeper = workplace.owns(local.newZooKeeper());
        JobManager jobManager = workplace.owns(local.newJobManager());
        List<Service> services = List.of(broker, zooKeeper, jobManager);
        for (Service service : services) {
            service.launch();
        }
        try {
            EmbeddedPostgres postgres =
                    workplace.owns(EmbeddedPostgres.start(workplace.directory().resolve("data")));
            for (Service service : services) {
                service.awaitReady();
            }
            return new FlinkProcesses(workplace, local, postgres, broker, new ClusterRest(jobManager.url()));
        } catch (PostgresStartException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    void addTaskManager(int slots) throws IOException {
        TaskManager added = workplace.owns(local.newTaskManager(taskManagers.size() + 1, slots));
        added.start();
        taskManagers.add(added);
    }

    String brokers() {
        return broker.address();
    }

    ClusterRest cluster() {
        return cluster;
    }

    /** A database with Weir's schema, as a server in front leaves it. */
    String newDatabase(String name) throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        String url = postgres.jdbcUrl().replace("/weir?", "/" + name + "?");
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(url);
        Migrations.apply(database);
        Migrations.ensurePartitions(database, Clock.systemUTC());
        return url;
    }

    /** @return the job's id */
    String submit(FoldingWay way, String topic, String db, int slots) throws IOException {
        Path jar = workplace.directory().resolve(topic + ".jar");
        List<String> arguments = new ArrayList<>(List.of(
                "--brokers",
                brokers(),
                "--topic",
                topic,
                "--group",
                topic,
                "--db",
                db,
                "--checkpoint-interval",
                CHECKPOINTS_EVERY));
        if (way == FoldingWay.FOLDS) {
            local.writeJob(jar);
        } else {
            arguments.add(0, way == FoldingWay.IDENTITY ? UnfoldedJob.IDENTITY : UnfoldedJob.NOTHING);
            ClassPath job = local.job().with(ClassPath.holding(UnfoldedJob.class));
            JobJar.write(jar, UnfoldedJob.class.getName(), job, local.cluster());
        }
        String id = cluster.submit(jar, arguments, slots, null);
        Files.delete(jar);
        return id;
    }

    /** Processor time used so far. */
    JobCpu cpu() {
        ProcessHandle postmaster = ProcessHandle.of(postgres.pid()).orElseThrow();
        return new JobCpu(
                CpuTime.seconds(taskManagers.stream().map(Service::handle), false),
                CpuTime.seconds(Stream.concat(Stream.of(postmaster), postmaster.descendants()), true),
                CpuTime.seconds(Stream.of(broker.handle()), false));
    }
}
