/** docs/evidence.md: every section of a snapshot with its fields and who fills it. */

import { jsonSchemaOf } from '../../src/engine/json-schemas.ts';
import { type JsonObject, SECTIONS, type Section } from '../../src/engine/mod.ts';
import { GENERATED, table, typeWords } from './markdown.ts';

export function evidencePage(): string {
  return `${GENERATED}

# Evidence

A snapshot holds sections of evidence. Every section is optional: an absent one is unknown, and unknown holds.
Sections and fields that are not listed here are refused, so that a typo cannot switch a gate off.

${table(
  ['Section', 'What it is', 'How it is collected'],
  SECTIONS.map(({ name, summary, collectedBy }) => [
    `[\`${name}\`](#${name})`,
    summary,
    `\`${collectedBy}\``,
  ]),
)}

${SECTIONS.map(section).join('\n\n')}
`;
}

function section({ name, summary, schema, sensitive = [] }: Section): string {
  const json = jsonSchemaOf(schema);
  const fields = Object.entries((json['properties'] ?? {}) as JsonObject).map(([field, type]) => [
    `\`${field}\``,
    typeWords(type),
    sensitive.includes(field) ? 'kept out of the history unless --keep-bodies is given' : '',
  ]);
  const shape =
    fields.length > 0 ? table(['Field', 'Takes', ''], fields) : `The section is a ${typeWords(json)}.`;
  return `## ${name}

${summary}

${shape}`;
}
