/** The agreed decision vectors. Where one says what is to be collected, the real collector is run and its evidence laid in. */
import { Buffer } from 'node:buffer';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectPrompt, collectResponse } from '../../src/collect/mod.ts';
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
type Collect = {
  readonly response?: { readonly body_base64: string; readonly content_type: string };
  readonly prompt?: { readonly text: string; readonly cap: number };
};

/** Any will do: nothing of it is in the evidence. */
const CANARY = '0123456789abcdef';

/** Every vector, with its whole evidence. */
export async function readVectors(): Promise<readonly Vector[]> {
  const file = fileURLToPath(new URL('decisions.ndjson', import.meta.url));
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-vectors-'));
  const vectors: Vector[] = [];
  try {
    for (const line of lines) {
      const { collect, ...vector } = JSON.parse(line) as Vector & { readonly collect?: Collect };
      const evidence = { ...vector.snapshot.evidence, ...(await collected(collect ?? {}, folder)) };
      vectors.push({ ...vector, snapshot: { ...vector.snapshot, evidence } });
    }
    return vectors;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function collected({ response, prompt }: Collect, folder: string): Promise<JsonObject> {
  const context = { host: nodeHost() };
  const file = join(folder, 'given');
  if (response !== undefined) {
    writeFileSync(file, Buffer.from(response.body_base64, 'base64'));
    const options = { file, contentType: response.content_type, quarantine: join(folder, 'quarantine') };
    return { tool_response: collectResponse(context, options) };
  }
  if (prompt !== undefined) {
    writeFileSync(file, prompt.text);
    return { prompt: await collectPrompt(context, { prompt: file, cap: prompt.cap, canary: CANARY }) };
  }
  return {};
}
