import { countWords } from "../model/environments";
import { toggleEnvironment } from "../model/scope";
import { some } from "../model/search";
import { useStore } from "../model/store";
import { pageOf } from "../pages";
import { Choice, Drop } from "../parts/Drop";
import { Env } from "../parts/Env";
import { Go } from "../parts/Go";
import { Icon } from "../parts/Icon";
import { BehindMark } from "./BehindMark";
import { useEnvironmentCounts, useEnvironments, useServices } from "./environments";
import { heading } from "./heading";
import { LiveMark } from "./LiveMark";
import { TimeMenu } from "./TimeMenu";
import { changeSearch, usePath, useScope } from "./url";

/** The same on every page, and all of it in the address. */
export function ScopeBar() {
  const page = pageOf(usePath());
  return (
    <header className="scopebar">
      <Title />
      {page?.fixed?.scope ? (
        <FixedScope />
      ) : (
        <>
          <EnvironmentToggles />
          <ServiceMenu />
        </>
      )}
      <TimeMenu fixed={page?.fixed?.time} />
      <BehindMark />
      <LiveMark />
    </header>
  );
}

function Title() {
  const { path, title } = useStore(heading);
  return (
    <div className="title line">
      {path.map((part) => (
        <span key={part.href} className="line crumb">
          <Go href={part.href} className="cut">
            <bdi>{part.label}</bdi>
          </Go>
          <Icon name="right" size={12} />
        </span>
      ))}
      <h1 className="cut">
        <bdi>{title}</bdi>
      </h1>
    </div>
  );
}

/** What cannot be chosen here is shown all the same: it is chosen again on the next page. */
function FixedScope() {
  const why = "What this page shows belongs to no environment or service.";
  return (
    <>
      <span className="button fixed" title={why}>
        All environments
      </span>
      <span className="button fixed services" title={why}>
        All services
      </span>
    </>
  );
}

const MOST_TOGGLES = 4;

function EnvironmentToggles() {
  const known = useEnvironments();
  const counts = useEnvironmentCounts();
  const { env: chosen } = useScope();
  // An environment of the address that the server does not know is shown all the same, so that it can be switched off.
  const names = [...known, ...chosen.filter((name) => !known.includes(name))];
  if (names.length === 0) return null;
  const words = (name: string) => countWords([counts.get(name) ?? []].flat());
  const isOn = (name: string) => chosen.length === 0 || chosen.includes(name);
  const toggle = (name: string, only: boolean) =>
    changeSearch({ env: some(only ? [name] : toggleEnvironment(chosen, name, names)) });
  if (names.length > MOST_TOGGLES) {
    const label =
      chosen.length === 0 ? "All environments" : chosen.length === 1 ? chosen[0] : `${chosen.length} environments`;
    return (
      <Drop name="Environments" label={<bdi className="cut">{label}</bdi>}>
        {() =>
          names.map((name) => (
            <Choice key={name} on={isOn(name)} onChoose={() => toggle(name, false)} hint={words(name)}>
              <Env name={name} />
            </Choice>
          ))
        }
      </Drop>
    );
  }
  return (
    <fieldset className="envs">
      <legend className="unseen">Environments</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={isOn(name)}
          title={`${name}: ${words(name)} in all. Click to ${isOn(name) ? "hide" : "show"}, with Shift to show it alone.`}
          onClick={(event) => toggle(name, event.shiftKey)}
        >
          <span className="wide">
            <Env name={name} />
          </span>
          <span className="narrow">
            <Env name={name} short />
          </span>
        </button>
      ))}
    </fieldset>
  );
}

function ServiceMenu() {
  const { service: chosen } = useScope();
  const label = chosen.length === 0 ? "All services" : chosen.length === 1 ? chosen[0] : `${chosen.length} services`;
  return (
    <Drop name={`Services: ${label}`} label={<bdi className="cut">{label}</bdi>} className="button services">
      {() => <ServiceChoices />}
    </Drop>
  );
}

export function ServiceChoices() {
  const { env, service: chosen } = useScope();
  const known = useServices(env);
  const unknown = chosen.filter((name) => !known.some((one) => one.name === name));
  const services = [...known, ...unknown.map((name) => ({ name, counts: [] }))];
  const toggle = (name: string) =>
    changeSearch({ service: some(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]) });
  return (
    <>
      <Choice on={chosen.length === 0} onChoose={() => changeSearch({ service: undefined })}>
        All services
      </Choice>
      {services.length > 0 ? <hr /> : null}
      {services.map(({ name, counts }) => (
        <Choice key={name} on={chosen.includes(name)} onChoose={() => toggle(name)} hint={countWords(counts)}>
          <bdi title={name}>{name}</bdi>
        </Choice>
      ))}
    </>
  );
}
