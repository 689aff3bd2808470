import "./overview.css";
import type { Overview as Answer } from "../../api/insight";
import { serverNow } from "../../live";
import { metricRangeWords } from "../../model/metricRange";
import { limits } from "../../model/scope";
import { Announce } from "../../parts/Announce";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { Empty, Failed, Loading, LoadingRows } from "../../parts/States";
import { useHeading } from "../../shell/heading";
import { useOverview } from "../../shell/overview";
import { hrefWith, useScope, useZone } from "../../shell/url";
import { AttentionList } from "./AttentionList";
import { EnvironmentCards } from "./EnvironmentCards";
import { ServiceTable } from "./ServiceTable";

/** Must I act? Then how the environments fare, then the services. */
export default function Overview() {
  useHeading("Overview");
  const { range } = useScope();
  const zone = useZone();
  const query = useOverview({ range });
  const words = metricRangeWords(range, new Date(serverNow()), zone);
  return (
    <div className="overview-page">
      {query.error ? <Failed what="The overview" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending && !query.error ? (
        <Loading label="Loading the overview">
          <LoadingRows rows={12} />
        </Loading>
      ) : null}
      {query.data === undefined ? null : <Content overview={query.data} range={words} />}
    </div>
  );
}

function Content({ overview, range }: { overview: Answer; range: string }) {
  const { sentence, detail, attention, environments, services } = overview;
  const isNeeded = attention.some(({ urgency }) => urgency === "now");
  return (
    <>
      <section aria-labelledby="needs-you">
        <Announce words={sentence} />
        <div className={`needs-you${isNeeded ? "" : " good"}`}>
          {isNeeded ? null : <Icon name="completed" size={20} />}
          <div>
            <h2 id="needs-you">{sentence}</h2>
            <p className="ink2">{detail}</p>
          </div>
        </div>
        <AttentionList attention={attention} />
      </section>
      {environments.length === 0 && services.length === 0 ? <NothingHere /> : null}
      <EnvironmentCards environments={environments} range={range} />
      <ServiceTable services={services} environments={environments.map(({ env }) => env)} range={range} />
    </>
  );
}

function NothingHere() {
  return (
    <Empty title={`Nothing is known here: ${limits(useScope()).join(", ")}.`}>
      <Go className="button" href={hrefWith({ env: undefined, service: undefined })}>
        Show everything
      </Go>
    </Empty>
  );
}
