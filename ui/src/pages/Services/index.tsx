import "./services.css";
import { useMemo } from "react";
import { useNow } from "../../live";
import { worstFirst } from "../../model/health";
import { metricRangeWords } from "../../model/metricRange";
import { limits } from "../../model/scope";
import { counted } from "../../model/text";
import { Go } from "../../parts/Go";
import { useKeptPlaces } from "../../parts/keptPlaces";
import { Empty, Failed, Loading, LoadingRows } from "../../parts/States";
import { useHeading } from "../../shell/heading";
import { hrefWith, useSearch, useZone } from "../../shell/url";
import { Card } from "./Card";
import { useServiceFigures } from "./queries";
import { readServicesUrl } from "./url";

/** A card for each service: how it fares in each environment, when it was last heard, and what people say of it. */
export default function Services() {
  useHeading("Services");
  const search = useSearch();
  const url = useMemo(() => readServicesUrl(search), [search]);
  const zone = useZone();
  const range = metricRangeWords(url.range, new Date(useNow()), zone);
  const query = useServiceFigures(url);
  const sorted = useMemo(
    () =>
      worstFirst(
        (query.data?.items ?? [])
          .filter(({ serviceKey }) => url.service.length === 0 || url.service.includes(serviceKey))
          .map((service) => ({
            ...service,
            id: service.serviceKey,
            silent: service.environments.some(({ silent }) => silent),
          })),
        ({ environments }) => environments,
      ),
    [query.data, url.service],
  );
  const { cards, ...places } = useKeptPlaces(sorted);
  return (
    <div className="services-page">
      {query.error ? <Failed what="The services" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending && !query.error ? (
        <Loading label="Loading services">
          <LoadingRows rows={12} />
        </Loading>
      ) : null}
      {query.data === undefined ? null : (
        <>
          <p className="small dim">
            {counted(sorted.length, "service")}, worst first. Success of runs that ended, against the same hours of the
            last 4 weeks; counts of runs that started, {range}
          </p>
          {cards.length === 0 ? <NoService /> : null}
          <div className="service-cards" {...places}>
            {cards.map(({ id, one }) => (
              <Card
                key={id}
                service={one}
                range={range}
                isEdited={url.edited === id && url.alertOf === null}
                alertOf={url.edited === id ? url.alertOf : null}
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function NoService() {
  const { env, service } = readServicesUrl(useSearch());
  const named = limits({ env, service });
  return (
    <Empty
      title={named.length === 0 ? "No service has sent anything yet." : `No service matches: ${named.join(", ")}.`}
    >
      {named.length === 0 ? null : (
        <Go className="button" href={hrefWith({ env: undefined, service: undefined })}>
          Show all services
        </Go>
      )}
    </Empty>
  );
}
