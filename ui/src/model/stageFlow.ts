import type { StageEdge, StageFlow } from "../api/types";

/** The ways between stages as a map: stages in one line, ways to the next between them, all others as arcs above. */
export interface FlowMap {
  stages: string[];
  /** from each stage to the next of the line; null where nobody went */
  steps: (StageEdge | null)[];
  arcs: Arc[];
  levels: number;
  /** ways that are too rare to be drawn; the table has them */
  hidden: number;
  /** what the widest line stands for */
  most: number;
}

/** A stage is 100 units from the next, and its box is so wide. */
export const PITCH = 100;
export const BOX = 72;

export interface Arc {
  edge: StageEdge;
  /** of all passes of the stage that it leaves */
  share: number;
  of: number;
  fromX: number;
  toX: number;
  /** 1 is the lowest */
  level: number;
}

const FEWEST_ARCS = 12;

/**
 * The order in which the stages are seen: as few ways as possible, counted by those who took them, lead back to the left.
 * What no way connects stands one group after the other, the largest first.
 */
export function orderStages(names: readonly string[], edges: readonly StageEdge[], sizes: ReadonlyMap<string, number>) {
  const size = (name: string) => sizes.get(name) ?? 0;
  return groupsOf(names, edges)
    .map((group) => ({ group, total: group.reduce((sum, name) => sum + size(name), 0) }))
    .sort((a, b) => b.total - a.total || compare(a.group[0] ?? "", b.group[0] ?? ""))
    .flatMap(({ group }) => line(group, edges, size));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function groupsOf(names: readonly string[], edges: readonly StageEdge[]): string[][] {
  const head = new Map(names.map((name) => [name, name]));
  const find = (name: string): string => {
    let at = name;
    for (let up = head.get(at); up !== undefined && up !== at; up = head.get(at)) at = up;
    return at;
  };
  for (const { fromStage, toStage } of edges) {
    if (head.has(fromStage) && head.has(toStage)) head.set(find(fromStage), find(toStage));
  }
  const groups = new Map<string, string[]>();
  for (const name of [...names].sort(compare)) {
    const top = find(name);
    groups.set(top, [...(groups.get(top) ?? []), name]);
  }
  return [...groups.values()];
}

/** What leads nowhere goes to the right end, what nothing leads to goes to the left, and of a circle the one that gives most. */
function line(group: readonly string[], edges: readonly StageEdge[], size: (name: string) => number): string[] {
  const left: string[] = [];
  const right: string[] = [];
  let rest = new Set(group);
  while (rest.size > 0) {
    const out = weigh(rest, edges, "fromStage");
    const into = weigh(rest, edges, "toStage");
    const give = (name: string) => (out.get(name) ?? 0) - (into.get(name) ?? 0);
    const bySize = [...rest].sort((a, b) => size(a) - size(b) || -compare(a, b));
    const sink = bySize.find((name) => !out.has(name));
    const source = bySize.findLast((name) => !into.has(name));
    const next = sink ?? source ?? bySize.reduce((best, name) => (give(name) >= give(best) ? name : best));
    if (sink !== undefined) right.unshift(next);
    else left.push(next);
    rest = new Set([...rest].filter((name) => name !== next));
  }
  return improved([...left, ...right], edges);
}

const MOST_ROUNDS = 50;
/** Beyond it, nobody sees the order any more, and it would take long. */
const MOST_IN_LINE = 120;

/** Taking one after another is not always best: neighbouring parts of the line change places while fewer lead back then. */
function improved(line: readonly string[], edges: readonly StageEdge[]): string[] {
  const ways = new Map<string, number>();
  for (const { fromStage, toStage, back, n } of edges) {
    if (!back) ways.set(`${fromStage}\n${toStage}`, (ways.get(`${fromStage}\n${toStage}`) ?? 0) + n);
  }
  if (line.length > MOST_IN_LINE) return [...line];
  const taken = (from: string, to: string) => ways.get(`${from}\n${to}`) ?? 0;
  const fewerBack = line.map((one) => line.map((before) => taken(one, before) - taken(before, one)));
  let order = line.map((_, at) => at);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { from, middle, to, gain } = bestSwap(order, fewerBack);
    if (gain <= 0) break;
    order = [...order.slice(0, from), ...order.slice(middle, to), ...order.slice(from, middle), ...order.slice(to)];
  }
  return order.map((at) => line[at] ?? "");
}

/**
 * Which two neighbouring parts to exchange: from…middle and middle…to.
 *
 * @param fewerBack how many fewer lead back if the first of two stood before the second
 */
function bestSwap(order: readonly number[], fewerBack: readonly (readonly number[])[]) {
  const n = order.length;
  const best = { from: 0, middle: 0, to: 0, gain: 0 };
  for (let middle = 1; middle < n; middle++) {
    // For each that the left part may begin with: what exchanging it with all of the right part so far gives.
    const gains = new Array<number>(middle).fill(0);
    for (let to = middle + 1; to <= n; to++) {
      const one = fewerBack[order[to - 1] ?? 0] ?? [];
      let row = 0;
      for (let from = middle - 1; from >= 0; from--) {
        row += one[order[from] ?? 0] ?? 0;
        const gain = (gains[from] ?? 0) + row;
        gains[from] = gain;
        if (gain > best.gain) Object.assign(best, { from, middle, to, gain });
      }
    }
  }
  return best;
}

function weigh(rest: ReadonlySet<string>, edges: readonly StageEdge[], end: "fromStage" | "toStage") {
  const sums = new Map<string, number>();
  for (const edge of edges) {
    if (edge.back || edge.fromStage === edge.toStage || !rest.has(edge.fromStage) || !rest.has(edge.toStage)) continue;
    sums.set(edge[end], (sums.get(edge[end]) ?? 0) + edge.n);
  }
  return sums;
}

/** Nothing changes places under the eye: as long as the same stages are shown, they stand where they stood. */
export function keepOrder(before: readonly string[], now: readonly string[]): readonly string[] {
  return before.length === now.length && now.every((name) => before.includes(name)) ? before : now;
}

/** How often each stage was begun, or left if that is more, as it is where starts were lost: what a share is of. */
export function passesOf({ nodes, edges }: StageFlow): ReadonlyMap<string, number> {
  const left = new Map<string, number>();
  for (const { fromStage, n } of edges) left.set(fromStage, (left.get(fromStage) ?? 0) + n);
  const passes = new Map(left);
  for (const { workflowStage, started, extraStarts } of nodes) {
    passes.set(workflowStage, Math.max(left.get(workflowStage) ?? 0, started + extraStarts));
  }
  return passes;
}

export function flowMap(stages: readonly string[], flow: StageFlow, all: boolean): FlowMap {
  const { edges } = flow;
  const place = new Map(stages.map((name, index) => [name, index]));
  const isStep = (edge: StageEdge) =>
    !edge.back && (place.get(edge.toStage) ?? 0) - (place.get(edge.fromStage) ?? 0) === 1;
  const passes = passesOf(flow);
  const known = edges.filter((edge) => place.has(edge.fromStage) && place.has(edge.toStage));
  const others = known.filter((edge) => !isStep(edge)).sort((a, b) => b.n - a.n);
  const drawn = all ? others : others.slice(0, Math.max(FEWEST_ARCS, stages.length));
  const arcs = drawn.map((edge) => {
    const of = passes.get(edge.fromStage) ?? edge.n;
    return { edge, of, share: edge.n / of, from: place.get(edge.fromStage) ?? 0, to: place.get(edge.toStage) ?? 0 };
  });
  const levels = levelsOf(arcs);
  const ports = portsOf(arcs, stages.length);
  return {
    stages: [...stages],
    steps: stages
      .slice(1)
      .map(
        (to, index) =>
          known.find((edge) => isStep(edge) && edge.toStage === to && edge.fromStage === stages[index]) ?? null,
      ),
    arcs: arcs.map(({ edge, of, share }, index) => ({
      edge,
      of,
      share,
      fromX: ports.from[index] ?? 0,
      toX: ports.to[index] ?? 0,
      level: levels[index] ?? 1,
    })),
    levels: Math.max(0, ...levels),
    hidden: others.length - drawn.length,
    most: Math.max(1, ...known.map((edge) => edge.n)),
  };
}

interface Ends {
  from: number;
  to: number;
}

/** A short way is drawn below a long one, and two that would run over each other on different levels. */
function levelsOf(arcs: readonly Ends[]): number[] {
  const reach = arcs.map(({ from, to }) =>
    from === to ? ([from - 0.2, from + 0.2] as const) : ([Math.min(from, to), Math.max(from, to)] as const),
  );
  const levels: number[] = [];
  const shortestFirst = arcs.map((_, index) => index).sort((a, b) => span(reach[a]) - span(reach[b]) || a - b);
  for (const index of shortestFirst) {
    const taken = new Set(
      shortestFirst
        .filter((other) => levels[other] !== undefined && overlap(reach[index], reach[other]))
        .map((other) => levels[other]),
    );
    let level = 1;
    while (taken.has(level)) level++;
    levels[index] = level;
  }
  return levels;
}

type Reach = readonly [number, number] | undefined;
const span = (reach: Reach) => (reach === undefined ? 0 : reach[1] - reach[0]);
const overlap = (a: Reach, b: Reach) =>
  a !== undefined && b !== undefined && Math.max(a[0], b[0]) < Math.min(a[1], b[1]);

/** Where arcs meet the upper edge of a box: side by side, the far ones in the middle, so that they cross as little as may be. */
function portsOf(arcs: readonly Ends[], stages: number) {
  const ports = { from: [] as number[], to: [] as number[] };
  for (let stage = 0; stage < stages; stage++) {
    const here = arcs.flatMap(({ from, to }, index) => [
      ...(from === stage ? [{ index, end: "from" as const, away: to - from || 0.5 }] : []),
      ...(to === stage ? [{ index, end: "to" as const, away: from - to || -0.5 }] : []),
    ]);
    // To the left the nearest first, then the far ones, then to the right the farthest first.
    here.sort((a, b) => Math.sign(a.away) - Math.sign(b.away) || b.away - a.away || a.index - b.index);
    here.forEach(({ index, end }, position) => {
      ports[end][index] = stage * PITCH + 8 + ((BOX - 16) * (position + 0.5)) / here.length;
    });
  }
  return ports;
}
