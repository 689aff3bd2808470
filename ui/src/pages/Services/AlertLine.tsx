import type { Alert } from "../../api/insight";
import { alertWords, standingWords } from "../../model/alerts";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { hrefWith } from "../../shell/url";

interface Props {
  service: string;
  env: string;
  alert: Alert | null;
}

/** What people want to be told of a service in an environment, and whether it is so now. */
export function AlertLine({ service, env, alert }: Props) {
  return (
    <div className="service-alert small">
      <p className="line">
        {alert === null ? (
          <span className="dim">no alert</span>
        ) : (
          <span>
            <span className="dim">alert: {alertWords(alert)}: </span>
            <b className={alert.breaches.length > 0 ? "tone-bad" : ""}>{standingWords(alert)}</b>
          </span>
        )}
        <Go
          className="button bare square push"
          href={hrefWith({ edit: service, alert: env })}
          aria-label={`Edit the alert of ${service} in ${env}`}
          title="Edit the alert"
        >
          <Icon name="alerts" size={14} />
        </Go>
      </p>
      {alert?.breaches.map(({ limit, sentence }) => (
        <p key={limit} className="tone-bad">
          <bdi>{sentence}</bdi>
        </p>
      ))}
    </div>
  );
}
