/** The agreed decision vectors. Where one says what is to be collected, the real collector is run and its evidence laid in. */
import { Buffer } from 'node:buffer';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectResponse } from '../../src/collect/mod.ts';
import type { JsonObject } from '../../src/engine/mod.ts';
import { nodeHost } from '../../src/host/node.ts';

export type Vector = {
  readonly system: string;
  readonly rules: readonly string[];
  readonly snapshot: { readonly action: string; readonly evidence: JsonObject };
  readonly expect: {
    readonly decision: string;
    readonly label: string;
    readonly reasons: readonly string[];
    readonly output?: JsonObject;
  };
};
type Collect = { readonly response?: { readonly body_base64: string; readonly content_type: string } };

/** Every vector, with its whole evidence. */
export function readVectors(): readonly Vector[] {
  const file = fileURLToPath(new URL('decisions.ndjson', import.meta.url));
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-vectors-'));
  try {
    return lines.map((line) => {
      const { collect, ...vector } = JSON.parse(line) as Vector & { readonly collect?: Collect };
      if (collect === undefined) return vector;
      const evidence = { ...vector.snapshot.evidence, ...collected(collect, folder) };
      return { ...vector, snapshot: { ...vector.snapshot, evidence } };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function collected({ response }: Collect, folder: string): JsonObject {
  if (response === undefined) return {};
  const file = join(folder, 'body');
  writeFileSync(file, Buffer.from(response.body_base64, 'base64'));
  const context = { host: nodeHost() };
  const options = { file, contentType: response.content_type, quarantine: join(folder, 'quarantine') };
  return { tool_response: collectResponse(context, options) };
}
