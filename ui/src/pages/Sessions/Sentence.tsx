import type { SessionFigures } from "../../api/sessions";
import { listSentence } from "../../model/sessionSentence";
import { shareWords } from "../../model/stageFigures";
import { count, middleCut } from "../../model/text";
import { Announce } from "../../parts/Announce";
import { Go } from "../../parts/Go";
import { useSearch } from "../../shell/url";
import { useFigures } from "./queries";
import { behind, type SessionsUrl } from "./url";

const MOST_NAMED = 3;

/** Must somebody act? */
export function Sentence({ url, total }: { url: SessionsUrl; total: SessionFigures }) {
  const search = useSearch();
  const { data } = useFigures(url, "orchestrator");
  const { worst, lead, rest } = listSentence(total, data?.items ?? []);
  const of = (one: SessionFigures) => `${count(one.unexcused)} of ${count(one.known)}`;
  return (
    <section className="sessions-sentence" aria-label="What stands out">
      <Announce words={lead} />
      <p>
        <b className={worst.length === 0 ? "" : "tone-bad"}>{lead}</b>{" "}
        <Go className="quiet-link" href={behind(search, { outcome: "unexcused" })}>
          {rest}
        </Go>
      </p>
      {worst.length === 0 ? null : (
        <ul className="small">
          {worst.slice(0, MOST_NAMED).map((one) => (
            <li key={one.group}>
              <Go
                className="link"
                href={behind(search, { orchestrator: one.group ?? "", outcome: "unexcused" })}
                title={one.group ?? ""}
              >
                {of(one)} streams
              </Go>{" "}
              of <bdi className="mono">{middleCut(one.group ?? "", 20)}</bdi> did not start; elsewhere{" "}
              {shareWords(total.unexcused - one.unexcused, total.known - one.known)}.
            </li>
          ))}
          {worst.length > MOST_NAMED ? <li className="dim">{count(worst.length - MOST_NAMED)} more below.</li> : null}
        </ul>
      )}
    </section>
  );
}
