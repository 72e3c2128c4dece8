/** Times contestants side by side in one process: interleaved rounds, order turned each round, medians. */

/** One way to answer. `prepare` makes what it is given, outside the time; `decide` is what is timed. */
export type Contestant<Item> = {
  readonly name: string;
  prepare(item: Item): unknown;
  // The inputs are each contestant's own affair, and the harness only hands them through.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  decide(input: any): unknown;
  /** Of what `decide` gave: the decision, so that all can be compared. */
  readonly decision: (answer: never) => string;
  readonly isAsync?: boolean;
};

export type Timing = { readonly name: string; readonly ns: number };
/** A ratio that must hold: `slower` must take at least `least` times, or at most `most` times, what `faster` takes. */
export type Goal = {
  readonly slower: string;
  readonly faster: string;
  readonly least?: number;
  readonly most?: number;
};
export type Report = {
  readonly timings: readonly Timing[];
  readonly base: string;
  readonly goals: readonly Goal[];
};

const ROUNDS = 11;
const BUDGET_MS = 40;

type Loop = (start: number, count: number) => unknown;

// Built from text, so that each contestant has a loop of its own: one loop for all would be optimised for none.
function makeLoop(contestant: Contestant<never>, inputs: readonly unknown[]): Loop {
  const [mark, wait] = contestant.isAsync ? ['async ', 'await '] : ['', ''];
  const body = `
    return ${mark}function (start, count) {
      let last;
      for (let i = 0, k = start % inputs.length; i < count; i++) {
        last = ${wait}decide(inputs[k]);
        if (++k === inputs.length) k = 0;
      }
      return last;
    }`;
  return new Function('decide', 'inputs', body)(contestant.decide, inputs) as Loop;
}

/** Nanoseconds a call over about `BUDGET_MS`, going round the inputs from where the last round stopped. */
async function timeRound(state: { loop: Loop; next: number; chunk: number }): Promise<number> {
  let calls = 0;
  const start = performance.now();
  let elapsed = 0;
  while (elapsed < BUDGET_MS) {
    await state.loop(state.next, state.chunk);
    state.next += state.chunk;
    calls += state.chunk;
    elapsed = performance.now() - start;
  }
  // Long enough that reading the clock costs nothing, short enough that slow contestants keep the budget.
  state.chunk = Math.max(10, Math.min(20_000, Math.round(calls / 8)));
  return (elapsed * 1e6) / calls;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] as number;

/** Throws, naming the first item, when two contestants decide differently: a fast wrong answer is not a result. */
export async function agree<Item>(
  items: readonly Item[],
  contestants: readonly Contestant<Item>[],
): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const answers: string[] = [];
    for (const one of contestants) answers.push(one.decision((await one.decide(one.prepare(item))) as never));
    if (new Set(answers).size !== 1) {
      const said = contestants.map((one, k) => `${one.name}: ${answers[k]}`).join(', ');
      throw new Error(`The contestants disagree (${said}) on ${JSON.stringify(item)}`);
    }
    const answer = answers[0] as string;
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  return [...counts].sort().map(([answer, count]) => `${count} ${answer}`);
}

/** The median time of a call of each contestant, after two rounds to warm up. */
export async function time<Item>(
  items: readonly Item[],
  contestants: readonly Contestant<Item>[],
): Promise<Timing[]> {
  const states = contestants.map((one) => {
    const inputs = items.map((item) => one.prepare(item));
    return { loop: makeLoop(one as Contestant<never>, inputs), next: 0, chunk: 10, rounds: [] as number[] };
  });
  for (let round = -2; round < ROUNDS; round++) {
    for (const state of round % 2 === 0 ? states : [...states].reverse()) {
      const ns = await timeRound(state);
      if (round >= 0) state.rounds.push(ns);
    }
  }
  return contestants.map(({ name }, k) => ({ name, ns: median(states[k]?.rounds ?? []) }));
}
