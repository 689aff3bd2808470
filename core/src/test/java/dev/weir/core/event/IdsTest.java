package dev.weir.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class IdsTest {
    private static final UUID ORG = new UUID(0, 1);

    @Test
    void aUuidIsItsOwnIdInEitherCase() {
        UUID id = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
        assertThat(Ids.ofEvent("01234567-89ab-cdef-0123-456789abcdef")).isEqualTo(id);
        assertThat(Ids.ofEvent("01234567-89AB-CDEF-0123-456789ABCDEF")).isEqualTo(id);
    }

    @Test
    void anotherIdIsStoredUnderANameBasedUuid() {
        UUID id = Ids.ofEvent("evt_abc123");
        assertThat(id).isEqualTo(Ids.ofEvent("evt_abc123")).isNotEqualTo(Ids.ofEvent("evt_ABC123"));
        assertThat(id.version()).isEqualTo(8);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(Ids.isTimeOrdered(id)).isFalse();
    }

    @Test
    void whatOnlyLooksLikeAUuidIsAName() {
        for (String text : List.of(
                "",
                "1-1-1-1-1",
                "0123456789abcdef0123456789abcdef",
                "{01234567-89ab-cdef-0123-456789abcde}",
                "01234567-89ab-cdef-0123-456789abcdeg",
                "01234567x89ab-cdef-0123-456789abcdef",
                "01234567-89ab-cdef-0123-456789abcdef ",
                "01234567-89ab-cdef-0123-45678９abcdef")) {
            assertThat(Ids.parse(text)).as(text).isNull();
            assertThat(Ids.ofEvent(text).version()).as(text).isEqualTo(8);
        }
    }

    @Test
    void namesThatOnlyJoinToTheSameTextDiffer() {
        assertThat(Ids.named("run", "a", "bc")).isNotEqualTo(Ids.named("run", "ab", "c"));
        assertThat(Ids.named("run", "a")).isNotEqualTo(Ids.named("run", "a", ""));
        assertThat(Ids.named("run", "a")).isNotEqualTo(Ids.named("event", "a"));
    }

    /** Stored ids outlive any version of the program. */
    @Test
    void namesNeverChange() {
        assertThat(Ids.named("run", "a", "é")).hasToString("f61a9518-b51f-8f7e-8747-ac4095ea961f");
        assertThat(Ids.ofEvent("evt_abc123")).hasToString("a1d89339-4684-8272-9136-a52c38b047ad");
    }

    @Test
    void aRunKeyIsNamedByOrganisationEnvironmentServiceAndWorkflowId() {
        UUID id = new RunKey(ORG, "production", "shop", "order-1").id();
        assertThat(id).isEqualTo(new RunKey(ORG, "production", "shop", "order-1").id());
        assertThat(List.of(
                        new RunKey(new UUID(0, 2), "production", "shop", "order-1").id(),
                        new RunKey(ORG, "staging", "shop", "order-1").id(),
                        new RunKey(ORG, "production", "store", "order-1").id(),
                        new RunKey(ORG, "production", "shop", "order-2").id(),
                        new RunKey(ORG, "shop", "production", "order-1").id()))
                .doesNotContain(id)
                .doesNotHaveDuplicates();
    }

    @Test
    void aUuidV7CarriesItsMonth() {
        assertThat(Ids.monthOf(v7("2026-01-31T23:59:59.999Z"))).isEqualTo(2026 * 12);
        assertThat(Ids.monthOf(v7("2026-02-01T00:00:00Z"))).isEqualTo(2026 * 12 + 1);
        assertThat(Ids.monthOf(v7("2020-01-01T00:00:00Z"))).isEqualTo(2020 * 12);
    }

    @Test
    void otherIdsAndTimesThatNoGeneratorMakesHaveNoMonth() {
        assertThat(Ids.monthOf(Ids.ofEvent("evt_abc123"))).isEqualTo(Ids.NO_MONTH);
        assertThat(Ids.monthOf(UUID.fromString("9b2d1f3e-0000-4000-8000-000000000000")))
                .isEqualTo(Ids.NO_MONTH);
        assertThat(Ids.monthOf(v7("2019-12-31T23:59:59.999Z"))).isEqualTo(Ids.NO_MONTH);
        assertThat(Ids.monthOf(v7("2100-01-01T00:00:00Z"))).isEqualTo(Ids.NO_MONTH);
        assertThat(Ids.monthOf(new UUID(0x7000, 0x8000_0000_0000_0000L))).isEqualTo(Ids.NO_MONTH);
    }

    @Test
    void idsCompareAsPostgresComparesThem() {
        UUID low = UUID.fromString("7fffffff-ffff-ffff-ffff-ffffffffffff");
        UUID high = UUID.fromString("80000000-0000-0000-0000-000000000000");
        assertThat(Ids.compareUnsigned(low, high)).isNegative();
        assertThat(Ids.compareUnsigned(high, low)).isPositive();
        assertThat(Ids.compareUnsigned(high, high)).isZero();
        assertThat(Ids.compareUnsigned(new UUID(1, Long.MAX_VALUE), new UUID(1, Long.MIN_VALUE)))
                .isNegative();
    }

    private static UUID v7(String time) {
        long ms = Instant.parse(time).toEpochMilli();
        return new UUID(ms << 16 | 0x7abcL, 0x8000_0000_0000_0001L);
    }
}
