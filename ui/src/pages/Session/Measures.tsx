import type { ReactNode } from "react";
import type { LatencyFigure, Session } from "../../api/sessions";
import { shortDuration } from "../../model/duration";
import { errorWords, swapWords } from "../../model/sessionStatus";
import { count, counted } from "../../model/text";
import { Evidence } from "../../parts/Evidence";
import { useUsual } from "./queries";

const NOT_MEASURED = "An edge is missing, or comes before its start.";

/** Six figures, each with what is usual for its pipeline. */
export function Measures({ session }: { session: Session }) {
  const usual = useUsual(session).data?.total;
  const bad = session.errorCount > session.excusableErrorCount;
  return (
    <dl className="measures">
      <Time name="Startup" ms={session.startupMs} usual={usual?.startupMs} />
      <Time name="Prompt to playable" ms={session.promptToPlayableMs} usual={usual?.promptToPlayableMs} />
      <Time name="Runner's first frame" ms={session.e2eProxyMs} usual={usual?.e2eProxyMs}>
        {session.gatewayRunnerLagMs === null ? null : `gateway lag ${shortDuration(session.gatewayRunnerLagMs)}`}
      </Time>
      <Measure
        name="Frames per second"
        value={
          <Evidence value={session.avgFps} why="No status told a frame rate.">
            {(fps) => fps.toFixed(1)}
          </Evidence>
        }
      >
        {session.statusSamples === 0
          ? "no status"
          : `output in ${count(session.fpsPositiveSamples)} of ${counted(session.statusSamples, "sample")}`}
      </Measure>
      <Measure name="Swaps" value={swapWords(session)} tone={session.sessionHasSwap ? "tone-warn" : ""}>
        {counted(session.orchestratorCount, "orchestrator")}
      </Measure>
      <Measure name="Errors" value={errorWords(session)} tone={bad ? "tone-bad" : ""}>
        {session.closedTs === null ? "not closed" : afterClose(session)}
      </Measure>
    </dl>
  );
}

const afterClose = ({ errorsAfterClose: n }: Session) => `${n === 0 ? "none" : count(n)} after the close`;

function Time(props: { name: string; ms: number | null; usual: LatencyFigure | undefined; children?: ReactNode }) {
  const { p50Ms, n } = props.usual ?? { p50Ms: null, n: 0 };
  const usually = p50Ms === null ? "nothing to compare with" : `p50 ${shortDuration(p50Ms)} of ${n}`;
  return (
    <Measure
      name={props.name}
      value={
        <Evidence value={props.ms} why={NOT_MEASURED}>
          {(ms) => shortDuration(ms)}
        </Evidence>
      }
    >
      <span title="Of sessions of the same pipeline and environment in the day before">{usually}</span>
      {props.children ? <>, {props.children}</> : null}
    </Measure>
  );
}

function Measure(props: { name: string; value: ReactNode; tone?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd className={`measure ${props.tone ?? ""}`}>{props.value}</dd>
      <dd className="small dim">{props.children}</dd>
    </div>
  );
}
