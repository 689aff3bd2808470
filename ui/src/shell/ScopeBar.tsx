import { countWords } from "../model/environments";
import { readRunPath } from "../model/runAddress";
import { toggleEnvironment } from "../model/scope";
import { some } from "../model/search";
import { useStore } from "../model/store";
import { pageOf } from "../pages";
import { Chip } from "../parts/Chip";
import { Choice, Drop } from "../parts/Drop";
import { Env } from "../parts/Env";
import { Go } from "../parts/Go";
import { Icon } from "../parts/Icon";
import { BehindMark } from "./BehindMark";
import { useEnvironmentCounts, useEnvironments, useServices } from "./environments";
import { heading } from "./heading";
import { LiveMark } from "./LiveMark";
import { TimeMenu } from "./TimeMenu";
import { changeSearch, history, usePath, useScope } from "./url";

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
          <ServiceChips />
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
      {path.map((part, depth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a path has one part at each depth
        <span key={depth} className="line crumb">
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
  // Its path as the browser holds it: an id may hold slashes.
  const run = readRunPath(history.location.pathname);
  const why =
    run === null
      ? "What this page shows does not depend on environment or service."
      : "One run is shown, whatever environments and services are chosen.";
  return (
    <>
      <span className="button fixed" title={why}>
        {run === null ? "All environments" : <Env name={run.env} />}
      </span>
      <span className="button fixed services" title={why}>
        <bdi className="cut">{run === null ? "All services" : run.serviceKey}</bdi>
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

const MOST_CHIPS = 3;

/** On a phone the menu is elsewhere: what it limits the page to is said, and can be dropped, here. */
function ServiceChips() {
  const { service: chosen } = useScope();
  if (chosen.length === 0) return null;
  const drop = (names: readonly string[]) =>
    changeSearch({ service: some(chosen.filter((name) => !names.includes(name))) });
  const chips = chosen.length > MOST_CHIPS ? [chosen] : chosen.map((name) => [name]);
  return (
    <ul className="service-chips" aria-label="Services">
      {chips.map((names) => (
        <li key={names.join()}>
          <Chip
            name="service"
            value={names.length > 1 ? `any of ${names.length}` : (names[0] ?? "")}
            onRemove={() => drop(names)}
          />
        </li>
      ))}
    </ul>
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
