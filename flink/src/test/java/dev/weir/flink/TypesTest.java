package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What travels between operators has a serializer of its own, and can be read by a later version of the job. */
class TypesTest {
    @ParameterizedTest
    @ValueSource(classes = {Arrival.class, ToFold.class})
    void noneFallsBackToKryo(Class<?> type) {
        TypeSerializer<?> serializer = serializer(type);

        assertThat(serializer.getClass().getSimpleName()).isEqualTo("PojoSerializer");
    }

    /** So that the trial can fail. */
    @Test
    void oneThatDidWouldBeRefused() {
        assertThatThrownBy(() -> serializer(BitSet.class)).hasMessageContaining("Generic types have been disabled");
    }

    private static TypeSerializer<?> serializer(Class<?> type) {
        Configuration configuration = JobOptions.of("--brokers", "b:9092", "--db", "jdbc:postgresql:x")
                .configuration();
        return TypeInformation.of(type).createSerializer(new SerializerConfigImpl(configuration));
    }
}
