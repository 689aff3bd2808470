import { OUTCOMES } from "../../model/sessionStatus";
import { count, middleCut, seen } from "../../model/text";
import { Chip } from "../../parts/Chip";
import { Choice, Drop } from "../../parts/Drop";
import { SearchField } from "../../parts/SearchField";
import { changeSearch } from "../../shell/url";
import { useFigures } from "./queries";
import { CHOICES, type ChoiceFilter, GROUPINGS, NAMES, type NameFilter, type SessionsUrl, toggled } from "./url";

/** Search and what is filtered by: names limit the whole page, the others the list. */
export function Filters({ url }: { url: SessionsUrl }) {
  return (
    <div className="sessions-filters">
      <SearchField q={url.q} what="sessions" group="Sessions" placeholder="Search id, pipeline id, error" />
      {NAMES.map((name) =>
        url.names[name].length === 0 ? null : (
          <Chip
            key={name}
            name={name}
            value={url.names[name].map((value) => nameWords(name, value)).join(" or ")}
            onRemove={() => changeSearch({ [name]: undefined })}
          />
        ),
      )}
      {(Object.keys(CHOICES) as ChoiceFilter[]).map((filter) =>
        url[filter].length === 0 ? null : (
          <Chip
            key={filter}
            name={filter}
            value={url[filter].map((value) => choiceWords(filter, value)).join(" or ")}
            onRemove={() => changeSearch({ [filter]: undefined })}
          />
        ),
      )}
      {url.swapped === null ? null : (
        <Chip
          name="swapped"
          value={url.swapped === "true" ? "yes" : "no"}
          onRemove={() => changeSearch({ swapped: undefined })}
        />
      )}
      <Drop
        name="Add a filter"
        label="Filter"
        icon="plus"
        className="button dashed"
        chevron={false}
        align="bottom-start"
      >
        {() => <Choices url={url} />}
      </Drop>
    </div>
  );
}

const nameWords = (name: NameFilter, value: string) => (value === "" ? GROUPINGS[name].none : middleCut(value, 24));
const choiceWords = (filter: ChoiceFilter, value: string) =>
  filter === "outcome" ? OUTCOMES[value as keyof typeof OUTCOMES].word : value;

function Choices({ url }: { url: SessionsUrl }) {
  return (
    <>
      {(Object.keys(CHOICES) as ChoiceFilter[]).map((filter) => (
        <div key={filter}>
          <h2>{filter === "outcome" ? "Outcome" : "Activity"}</h2>
          {CHOICES[filter].map((value) => (
            <Choice
              key={value}
              on={url[filter].includes(value)}
              onChoose={() => changeSearch({ [filter]: toggled(url[filter], value) })}
            >
              {choiceWords(filter, value)}
            </Choice>
          ))}
        </div>
      ))}
      <h2>Swapped</h2>
      {(["true", "false"] as const).map((value) => (
        <Choice
          key={value}
          on={url.swapped === value}
          onChoose={() => changeSearch({ swapped: url.swapped === value ? undefined : value })}
        >
          {value === "true" ? "yes" : "no"}
        </Choice>
      ))}
      {NAMES.map((name) => (
        <NameChoices key={name} url={url} name={name} />
      ))}
    </>
  );
}

const MOST_CHOICES = 30;

/** The names that there are within the other filters, with how many sessions each has. */
function NameChoices({ url, name }: { url: SessionsUrl; name: NameFilter }) {
  const { data } = useFigures({ ...url, names: { ...url.names, [name]: [] } }, name);
  const known = (data?.items ?? []).map((item) => ({ value: item.group ?? "", n: item.sessions }));
  const gone = url.names[name].filter((value) => !known.some((one) => one.value === value));
  const shown = [...gone.map((value) => ({ value, n: 0 })), ...known.sort((a, b) => b.n - a.n)].slice(0, MOST_CHOICES);
  if (shown.length === 0) return null;
  return (
    <>
      <h2>{GROUPINGS[name].label}</h2>
      {shown.map(({ value, n }) => (
        <Choice
          key={value}
          on={url.names[name].includes(value)}
          onChoose={() => changeSearch({ [name]: toggled(url.names[name], value) })}
          hint={count(n)}
        >
          <bdi title={value}>{value === "" ? GROUPINGS[name].none : seen(value)}</bdi>
        </Choice>
      ))}
    </>
  );
}
