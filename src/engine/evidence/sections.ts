/** Every section of evidence, one line each. A new section is one definition and one line here. */
import type { Section } from './section.ts';
import * as claims from './sections/claims.ts';
import * as files from './sections/files.ts';
import * as machine from './sections/machine.ts';

export const SECTIONS: readonly Section[] = [
  claims.job,
  claims.card,
  files.tree,
  files.treeBefore,
  claims.fence,
  claims.intent,
  claims.plan,
  files.change,
  files.patch,
  files.locks,
  files.secrets,
  machine.environment,
  files.bundle,
  machine.runs,
  machine.health,
  machine.prompt,
  claims.approval,
  claims.argv,
  claims.toolCall,
  claims.steps,
  machine.toolResponse,
  machine.tests,
  machine.replay,
  files.proof,
  claims.done,
  machine.toolchain,
  files.receipt,
];

const BY_NAME: ReadonlyMap<string, Section> = new Map(SECTIONS.map((s) => [s.name, s]));

/** The section of that name, or undefined. */
export function sectionNamed(name: string): Section | undefined {
  return BY_NAME.get(name);
}
