/** Every output format, one line each. */
import type { Format } from './format.ts';
import { json, ndjson } from './json.ts';
import { pretty } from './pretty.ts';

export const FORMATS: readonly Format[] = [pretty, json, ndjson];
