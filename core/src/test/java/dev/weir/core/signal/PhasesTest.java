package dev.weir.core.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PhasesTest {

    @Test
    void wordsAreFoundWhateverTheirCaseAndHoweverNamesAreWritten() {
        Phases phases = Phases.parse("fetch=download,PULL; analyze = scan* , check");
        assertThat(phases.of("download")).isEqualTo(SignalPhase.FETCH);
        assertThat(phases.of("image-PULL")).isEqualTo(SignalPhase.FETCH);
        assertThat(phases.of("pullImage")).isEqualTo(SignalPhase.FETCH);
        assertThat(phases.of("HTTPPull")).isEqualTo(SignalPhase.FETCH);
        assertThat(phases.of("scanning_layers")).isEqualTo(SignalPhase.ANALYZE);
        assertThat(phases.of("check2")).isEqualTo(SignalPhase.ANALYZE);
        assertThat(phases.of("checkout")).isEqualTo(SignalPhase.UNKNOWN);
        assertThat(phases.of("downloads")).isEqualTo(SignalPhase.UNKNOWN);
        assertThat(phases.of("")).isEqualTo(SignalPhase.UNKNOWN);
        assertThat(phases.of(null)).isEqualTo(SignalPhase.UNKNOWN);
    }

    @Test
    void whatComesFirstInTheSettingWins() {
        assertThat(Phases.parse("fetch=fetch;report=report").of("report-fetch")).isEqualTo(SignalPhase.FETCH);
        assertThat(Phases.parse("report=report;fetch=fetch").of("report-fetch")).isEqualTo(SignalPhase.REPORT);
        assertThat(Phases.parse("unknown=dry;fetch=fetch").of("dry-fetch")).isEqualTo(SignalPhase.UNKNOWN);
    }

    @Test
    void noLanguageHasASayInIt() {
        Phases phases = Phases.parse("FETCH=INIT");
        assertThat(phases.of("init")).isEqualTo(SignalPhase.FETCH);
        assertThat(phases.of("INIT")).isEqualTo(SignalPhase.FETCH);
        assertThat(Phases.parse("fetch=größe").of("GRÖSSE")).isEqualTo(SignalPhase.UNKNOWN);
        assertThat(Phases.parse("fetch=übung").of("ÜBUNG 📨")).isEqualTo(SignalPhase.FETCH);
    }

    @ParameterizedTest
    @CsvSource({
        "resolve-dependencies, resolve",
        "fetchOrder, fetch",
        "restore cache, restore",
        "run-tests, analyze",
        "policy-gate, policy",
        "send_email, report",
        "charge-card, unknown"
    })
    void theDefaultKnowsCommonWords(String step, String phase) {
        assertThat(Phases.DEFAULT.of(step)).isEqualTo(SignalPhase.of(phase));
    }

    @Test
    void settingsAreWrittenInOneWay() {
        Phases phases = Phases.parse(" fetch = Download* , pull ;; analyze=scan");
        assertThat(phases.setting()).isEqualTo("fetch=download*,pull;analyze=scan");
        assertThat(Phases.parse(phases.setting())).isEqualTo(phases).hasSameHashCodeAs(phases);
        assertThat(Phases.parse("").setting()).isEmpty();
        assertThat(Phases.parse("").of("fetch")).isEqualTo(SignalPhase.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "fetch                 | 'fetch' says no phase: write the phase, '=', and its words, as in"
                        + " 'fetch=download*,pull'",
                "a=b;fech=pull         | 'a' in 'a=b' is no phase: phases are resolve, fetch, restore, analyze, policy,"
                        + " report, unknown",
                "fetch=pull,,load      | 'fetch=pull,,load' has a word missing",
                "fetch=                | 'fetch=' has a word missing",
                "fetch=*               | 'fetch=*' has a word missing",
                "fetch=down-load       | 'down-load' in 'fetch=down-load' is not one word: only letters and digits, and a"
                        + " '*' at the end, can be found in names",
                "fetch=down*load       | 'down*load' in 'fetch=down*load' is not one word: only letters and digits, and a"
                        + " '*' at the end, can be found in names",
                "fetch=layer2          | 'layer2' in 'fetch=layer2' is not one word: letters and digits are told apart in"
                        + " names, so write one of them"
            })
    void aBadSettingIsToldPrecisely(String setting, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Phases.parse(setting))
                .withMessage(message);
    }

    @ParameterizedTest
    @EnumSource
    void phasesAreSpeltInSmallLetters(SignalPhase phase) {
        assertThat(SignalPhase.of(phase.label())).isEqualTo(phase);
        assertThat(phase.label()).matches("[a-z]+");
    }

    @ParameterizedTest
    @EnumSource
    void kindsAreSpeltInSmallLetters(SignalKind kind) {
        assertThat(SignalKind.of(kind.label())).isEqualTo(kind);
        assertThat(kind.label()).matches("[a-z]+");
    }

    @Test
    void othersDoNotExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignalPhase.of("Fetch"))
                .withMessage("There is no signal phase 'Fetch'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignalKind.of("cancelled"))
                .withMessage("There is no signal kind 'cancelled'");
    }
}
