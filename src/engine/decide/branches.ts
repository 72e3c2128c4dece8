/** Ordered branches: first match wins, or collect all. The strictest answer that the unknowns allow is given. */
import type { JsonObject } from '../json.ts';
import { type Decision, isStricter, stricter } from '../verdict.ts';
import type { Condition, Equality } from './condition.ts';
import { FALSE, TRUE } from './tri.ts';

export type Branch = { readonly condition: Condition; readonly decision: Decision };

/** What was chosen: indexes into the branches (-1 is `otherwise`), and the fields that were unknown when they decided. */
export type Choice = {
  readonly decision: Decision;
  readonly chosen: readonly number[];
  readonly missing: readonly string[];
};

/**
 * Going down, an unknown branch is remembered and passed. The first true branch (or `otherwise`, -1) gives its
 * decision, or the strictest remembered one if that is stricter: the strictest answer any filling-in could give.
 */
export function firstMatch(branches: readonly Branch[], otherwise: Decision, section: JsonObject): Choice {
  let remembered: Decision = 'release';
  let unknown: number[] | undefined;
  let chosen = -1;
  let decision = otherwise;
  for (let index = 0; index < branches.length; index++) {
    const branch = branches[index]!;
    const answer = branch.condition.test(section);
    if (answer === FALSE) continue;
    if (answer === TRUE) {
      chosen = index;
      decision = branch.decision;
      break;
    }
    remembered = stricter(remembered, branch.decision);
    if (unknown === undefined) unknown = [];
    unknown.push(index);
  }
  if (unknown === undefined || !isStricter(remembered, decision))
    return { decision, chosen: [chosen], missing: [] };
  return { decision: remembered, chosen: [], missing: fieldsOf(branches, unknown, decision, section) };
}

/**
 * The decision of `firstMatch` alone, without anything to explain it: the path that is asked most often, so what it
 * walks over is laid out flat. Where a branch asks what an earlier one has asked of the same field, the earlier answer
 * has told already whether the value can be understood; then one comparison is enough.
 */
export function firstDecider(
  branches: readonly Branch[],
  otherwise: Decision,
): (section: JsonObject) => Decision {
  const tests = branches.map((branch) => branch.condition.test);
  const decisions = branches.map((branch) => branch.decision);
  const wanted = branches.map((branch) => branch.condition.equality?.wanted);
  const repeated = branches.map(({ condition: { equality } }, index) =>
    branches.slice(0, index).some(({ condition: { equality: earlier } }) => isSameQuestion(earlier, equality))
      ? equality?.field
      : undefined,
  );
  return (section) => {
    let remembered: Decision = 'release';
    let allKnown = true;
    for (let index = 0; index < tests.length; index++) {
      const field = repeated[index];
      if (field !== undefined && allKnown) {
        if (section[field] === wanted[index]) return stricter(decisions[index]!, remembered);
        continue;
      }
      const answer = tests[index]!(section);
      if (answer === TRUE) return stricter(decisions[index]!, remembered);
      if (answer === FALSE) continue;
      allKnown = false;
      remembered = stricter(remembered, decisions[index]!);
    }
    return stricter(otherwise, remembered);
  };
}

function isSameQuestion(a: Equality | undefined, b: Equality | undefined): boolean {
  return a !== undefined && a.field === b?.field && typeof a.wanted === typeof b.wanted;
}

/** Every true branch counts; an unknown one counts as if it were true, and leaves `otherwise` possible. */
export function collectAll(branches: readonly Branch[], otherwise: Decision, section: JsonObject): Choice {
  const answers = branches.map((branch) => branch.condition.test(section));
  const chosen = answers.flatMap((answer, index) => (answer === TRUE ? [index] : []));
  const sure = chosen.reduce<Decision>(
    (worst, index) => stricter(worst, branches[index]!.decision),
    chosen.length === 0 ? otherwise : 'release',
  );
  const unknown = answers.flatMap((answer, index) => (answer !== TRUE && answer !== FALSE ? [index] : []));
  const worst = unknown.reduce<Decision>((a, index) => stricter(a, branches[index]!.decision), sure);
  const missing = isStricter(worst, sure) ? fieldsOf(branches, unknown, sure, section) : [];
  const listed = chosen.length === 0 && missing.length === 0 ? [-1] : chosen;
  return { decision: worst, chosen: listed, missing };
}

function fieldsOf(
  branches: readonly Branch[],
  unknown: readonly number[],
  than: Decision,
  section: JsonObject,
): string[] {
  const stricterOnes = unknown.filter((index) => isStricter(branches[index]!.decision, than));
  return [...new Set(stricterOnes.flatMap((index) => branches[index]!.condition.unknowns(section)))];
}

export type Mode = 'first' | 'collect';

/** The branches that could release on absence, with the reason why; empty when taking evidence away can only restrict. */
export function lawBreakers(
  branches: readonly Branch[],
  otherwise: Decision,
  mode: Mode,
): { index: number; why: string }[] {
  return branches.flatMap(({ condition, decision }, index) => {
    const rest =
      mode === 'first' ? branches.slice(index + 1) : branches.filter((_, other) => other !== index);
    const others = [...rest.map((branch) => branch.decision), otherwise];
    const risesBelow = mode === 'first' ? others : [otherwise];
    if (condition.rises && risesBelow.some((other) => isStricter(other, decision))) {
      return [
        {
          index,
          why: `it turns true when evidence is absent, and gives ${decision} where a stricter answer follows`,
        },
      ];
    }
    if (condition.falls && others.some((other) => isStricter(decision, other))) {
      return [
        {
          index,
          why: `it needs evidence to be present, and gives ${decision} where a softer answer follows`,
        },
      ];
    }
    return [];
  });
}
