/** The bytes of every verdict over the agreed vectors (or a policy's cases), hashed: one constant a policy, the same on every runtime, for ever. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  canonicalJson,
  compile,
  type Evidence,
  evaluate,
  type Json,
  loadRuleset,
  type Verdict,
} from '../../src/engine/mod.ts';
import { snapshotsFor } from '../policies/judged.ts';
import { sha256 } from '../sha256.ts';

/**
 * A change here is a change of what people get for evidence that they may have a receipt for. When the text of a policy
 * or a message was changed on purpose, copy the value that the failure shows.
 */
const BYTES: Readonly<Record<string, string>> = {
  'rules/blank-box.yaml': '1f9877466d3eefbde9cf2707b8dfaef2b3daef8e09f991403d9a85b4168856d1',
  'rules/egress-leaf.yaml': '9406714030aa6443f9c30b190bd5a0d2ce99b366f5dc6817c6f441f2a0fa503b',
  'rules/failure-class.yaml': '86e147dba700ed0767cbf7528ec1ded39a214e5bd59beb9b2c2fca1f2ac652ad',
  'rules/health-contract.yaml': '559c3479110205a742dc5809a69648997cbcf57b3194057e10f9f76269191fdc',
  'rules/intent.yaml': '509a55600e03b05fd70fb81955f145f9f7caa2c9fa3af4e7d96a2f0a4772aa57',
  'rules/patch-budget.yaml': '83e27a7c64a71b082fb6ca4381e4c7b4e0e46d34dffd17255c1f5656ba9ca0d7',
  'rules/prompt-ledger.yaml': '32ce2cbf32bef3067de1b4b48ef34f174a16f7543a90e94659b5f9e35199ad71',
  'rules/prompt-preflight.yaml': 'eb3638189c5287a53f386f0e7fd86974612922a1b6fe2780c675509946437579',
  'rules/proof-bundle.yaml': 'e3eed2b285528e97214ee56574acfa1782b9c0e114086010c5278eca3aa99403',
  'rules/replay.yaml': 'a2c0f5ef068fe62f046eba8c8b87f3ea96786ec1114babfe880d78655af824d0',
  'rules/residency.yaml': 'd07b79265bffc0865785bb38c5b7fb5ffe814eb6a5c779bca8237d2269a4025f',
  'rules/tool-catalog.yaml': '452b3d40d97bd7bb7a161dcc472c47ae240b0ca6cc548f67d11ab25c3098e617',
  'rules/tool-response.yaml': 'eff5404d62573297b440f1244313a80f091a7cbb627e8f80e4a6588d6d7b3166',
  'rules/write-fence.yaml': '9c33bed513eba8e3b20d66c5ef0840040186d29cd829ff4dbe52f17d2da79842',
};

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), 'utf8');
const shipped = readdirSync(fileURLToPath(new URL('rules/', root)))
  .filter((name) => /^[a-z-]+\.yaml$/.test(name))
  .map((name) => `rules/${name}`);

/** Everything but the version, which changes with every release; the receipt is over it, so it goes as well. */
function lasting({ engine: _, receipt_sha256: __, ...verdict }: Verdict): Json {
  return verdict as unknown as Json;
}

for (const name of shipped) {
  test(`the verdicts of ${name} have the same bytes everywhere`, () => {
    const loaded = loadRuleset([{ name, text: read(name) }], { sha256 });
    assert.ok(loaded.ok);
    const rules = compile(loaded.value);
    const texts = snapshotsFor(name).flatMap((snapshot) => {
      const cut = Object.keys(snapshot.evidence).map((section) => {
        const { [section]: _, ...evidence } = snapshot.evidence;
        return { ...snapshot, evidence: evidence as Evidence };
      });
      return [snapshot, ...cut].map((one) => canonicalJson(lasting(evaluate(rules, one, { sha256 }))));
    });
    assert.ok(texts.length >= 40);
    assert.equal(sha256(texts.join('\n')), BYTES[name]);
  });
}
