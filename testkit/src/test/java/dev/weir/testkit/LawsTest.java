package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The laws hold for a fold that keeps them and fail for each that does not, in its own way. */
class LawsTest {
    private static final List<Integer> HISTORY = List.of(5, 1, 4, 2, 3, 6, 7, 9, 8, 10, 11, 12, 13, 14);

    /** Joins numbers in their order; the mistakes are made by those that extend it. */
    private static class Joining implements Fold<Integer, List<Integer>> {
        @Override
        public List<Integer> fold(List<Integer> history) {
            return new ArrayList<>(new TreeSet<>(history));
        }

        @Override
        public List<Integer> apply(List<Integer> state, List<Integer> newer) {
            List<Integer> next = new ArrayList<>(state);
            next.addAll(newer);
            return next;
        }

        @Override
        public boolean isNewer(List<Integer> state, Integer event) {
            return state.isEmpty() || event > state.get(state.size() - 1);
        }

        @Override
        public Comparator<Integer> order() {
            return Comparator.naturalOrder();
        }

        @Override
        public Object identity(Integer event) {
            return event;
        }

        @Override
        public Object rows(List<Integer> state) {
            return state.toString();
        }
    }

    @Test
    void aGoodFoldKeepsAllLaws() {
        for (long seed = 0; seed < 100; seed++) {
            Laws.check(seed, HISTORY, new Joining());
        }
    }

    @Test
    void aFoldInOrderOfArrivalBreaksTheOrder() {
        broken("order:", new Joining() {
            @Override
            public List<Integer> fold(List<Integer> history) {
                return history.stream().distinct().toList();
            }
        });
    }

    @Test
    void aFoldThatCountsRepetitionsBreaksTheOrder() {
        broken("order:", new Joining() {
            @Override
            public List<Integer> fold(List<Integer> history) {
                return history.stream().sorted().toList();
            }
        });
    }

    @Test
    void aFastPathThatTakesOlderEventsBreaksTheSplit() {
        broken("split:", new Joining() {
            @Override
            public boolean isNewer(List<Integer> state, Integer event) {
                return true;
            }
        });
    }

    @Test
    void aFastPathThatForgetsBreaksTheSplit() {
        broken("split:", new Joining() {
            @Override
            public List<Integer> apply(List<Integer> state, List<Integer> newer) {
                return newer;
            }
        });
    }

    @Test
    void aFastPathThatChangesItsInputBreaksPurity() {
        broken("purity:", new Joining() {
            @Override
            public List<Integer> apply(List<Integer> state, List<Integer> newer) {
                List<Integer> next = super.apply(state, newer);
                state.add(0);
                return next;
            }
        });
    }

    @Test
    void aFastPathThatIsNotTheSameTwiceBreaksPurity() {
        broken("purity:", new Joining() {
            private int calls;

            @Override
            public List<Integer> apply(List<Integer> state, List<Integer> newer) {
                List<Integer> next = super.apply(state, newer);
                next.add(100 + calls++);
                return next;
            }

            @Override
            public Object rows(List<Integer> state) {
                return state.stream().filter(number -> number < 100).toList().toString();
            }
        });
    }

    @Test
    void theSmallestHostUsesBothPaths() {
        FoldHost<Integer, List<Integer>> host = new FoldHost<>(new Joining());
        host.receive(List.of(3, 1, 1));
        host.receive(List.of(3, 4));
        host.receive(List.of(2));
        host.receive(List.of(2));
        assertThat(host.rows()).isEqualTo("[1, 2, 3, 4]");
        assertThat(host.fastBatches()).isEqualTo(2);
    }

    private static void broken(String law, Joining fold) {
        assertThatThrownBy(() -> {
                    for (long seed = 0; seed < 100; seed++) {
                        Laws.check(seed, HISTORY, fold);
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("[" + law);
    }
}
