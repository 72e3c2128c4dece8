/** `json` and `ndjson`: the verdict itself, for machines. */
import type { Format } from './format.ts';

export const json: Format = { name: 'json', render: (verdict) => `${JSON.stringify(verdict, null, 2)}\n` };
export const ndjson: Format = { name: 'ndjson', render: (verdict) => `${JSON.stringify(verdict)}\n` };
