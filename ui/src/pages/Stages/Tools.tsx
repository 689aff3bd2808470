import { some } from "../../model/search";
import { groupName } from "../../model/stageFigures";
import { count } from "../../model/text";
import { Chip } from "../../parts/Chip";
import { Choice, Drop } from "../../parts/Drop";
import { Segmented } from "../../parts/Segmented";
import { changeSearch } from "../../shell/url";
import { useWorkflows } from "./queries";
import type { StagesUrl } from "./url";

/** Where stages come from, of which workflows, and what figures are told apart by. */
export function Tools({ url }: { url: StagesUrl }) {
  return (
    <div className="stages-tools">
      <Segmented
        label="Where stages come from"
        choices={[
          { value: "stage", label: "Stages" },
          { value: "step", label: "Steps of runs" },
        ]}
        value={url.source}
        onChange={(source) => changeSearch({ source: source === "stage" ? undefined : source, more: undefined })}
      />
      <Segmented
        label="Figures are told apart"
        choices={[
          { value: "stage", label: "By stage" },
          { value: "workflow", label: "By workflow" },
        ]}
        value={url.by}
        onChange={(by) => changeSearch({ by: by === "stage" ? undefined : by, shown: undefined })}
      />
      {url.workflow.length === 0 ? null : (
        <Chip
          name="workflow"
          value={url.workflow.join(" or ")}
          onRemove={() => changeSearch({ workflow: undefined })}
        />
      )}
      <Drop
        name="Choose workflows"
        label="Workflow"
        icon="plus"
        className="button dashed"
        chevron={false}
        align="bottom-start"
      >
        {() => <WorkflowChoices url={url} />}
      </Drop>
    </div>
  );
}

/** The workflows that have stages in this scope, with how many of their stages are completed. */
function WorkflowChoices({ url }: { url: StagesUrl }) {
  const { data, isPending } = useWorkflows(url);
  const known = (data?.items ?? []).map((item) => ({
    name: groupName(item),
    n: item.met + item.missed + item.withoutSla + item.leftOut,
  }));
  const gone = url.workflow.filter((name) => !known.some((one) => one.name === name));
  const names = [...gone.map((name) => ({ name, n: 0 })), ...known];
  const toggle = (name: string) => {
    const { workflow } = url;
    changeSearch({
      workflow: some(workflow.includes(name) ? workflow.filter((one) => one !== name) : [...workflow, name]),
    });
  };
  return (
    <>
      <h2>Workflow, completed {url.source === "stage" ? "stages" : "steps"}</h2>
      {names.map(({ name, n }) => (
        <Choice key={name} on={url.workflow.includes(name)} onChoose={() => toggle(name)} hint={count(n)}>
          <bdi title={name}>{name}</bdi>
        </Choice>
      ))}
      {names.length === 0 && !isPending ? <p className="small dim drop-text">No workflow has any here.</p> : null}
    </>
  );
}
