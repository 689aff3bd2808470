package dev.weir.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows that make the code readable in one direction. */
@AnalyzeClasses(packages = "dev.weir", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule CORE_IS_PURE = classes()
            .that()
            .resideInAPackage("dev.weir.core..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java.lang..",
                    "java.math..",
                    "java.util..",
                    "java.time..",
                    "java.math..",
                    "java.nio..",
                    "java.security..",
                    "dev.weir.core..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule CORE_HAS_NO_CLOCK_AND_NO_CHANCE = noClasses()
            .that()
            .resideInAPackage("dev.weir.core..")
            .should()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(java.util.UUID.class, "randomUUID");

    @ArchTest
    static final ArchRule ONE_WAY_THROUGH_THE_SERVER = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.weir..")
            .layer("ingest")
            .definedBy("dev.weir.server.ingest..")
            .layer("project")
            .definedBy("dev.weir.server.project..")
            .layer("query")
            .definedBy("dev.weir.server.query..")
            .layer("stream")
            .definedBy("dev.weir.server.stream..")
            .layer("store")
            .definedBy("dev.weir.store..")
            .whereLayer("ingest")
            .mayOnlyBeAccessedByLayers("query")
            .whereLayer("project")
            .mayOnlyBeAccessedByLayers("ingest")
            .whereLayer("query")
            .mayOnlyBeAccessedByLayers("stream")
            .whereLayer("stream")
            .mayNotBeAccessedByAnyLayer();

    @ArchTest
    static final ArchRule WHAT_QUESTIONS_SHARE_KNOWS_NONE_OF_THEM = noClasses()
            .that()
            .resideInAPackage("dev.weir.server.query")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.weir.server.query.*");

    @ArchTest
    static final ArchRule SUBJECTS_ARE_ASKED_IN_ONE_DIRECTION =
            slices().matching("dev.weir.server.query.(*)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule STORE_AND_HOSTS_KNOW_NO_SERVER = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.weir.store..",
                    "dev.weir.host..",
                    "dev.weir.wire..",
                    "dev.weir.postgres..",
                    "dev.weir.client..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.weir.server..", "dev.weir.cli..");

    @ArchTest
    static final ArchRule STORE_KNOWS_NO_HOST = noClasses()
            .that()
            .resideInAPackage("dev.weir.store..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.weir.host..");

    @ArchTest
    static final ArchRule CLIENT_USES_NOTHING_OF_WEIR = classes()
            .that()
            .resideInAPackage("dev.weir.client..")
            .should()
            .onlyDependOnClassesThat()
            .resideOutsideOfPackages("dev.weir.core..", "dev.weir.wire..", "dev.weir.store..", "dev.weir.server..");
}
