/** The fence and the plans: a third of the plans stay inside, the others break out somewhere. */
import { pick, seeded } from '../harness/random.ts';

const FILES = ['README.md', 'package.json', 'tsconfig.json', 'docs/guide.md', 'docs/api.md'];
const SECRET_LOOKING = [
  'src/.env.example',
  'src/app/fixture.pem',
  'tests/data/id_rsa.key',
  'src/vendor/a.ts',
  'CHANGES',
];
export const ALLOW: string[] = [...FILES, ...SECRET_LOOKING, 'src/**', 'tests/**'];

const SUFFIXES = ['pem', 'key', 'p12', 'pfx', 'jks', 'sqlite', 'db', 'lock'].map((suffix) => `*.${suffix}`);
const NAMES = ['.env', '.npmrc', '.netrc', 'id_rsa', 'credentials.json', 'secrets.yaml', '.env.*'];
const FOLDERS = ['.git/**', '.github/**', 'node_modules/**', 'src/vendor/**', 'infra/**'];
export const DENY: string[] = [...SUFFIXES, ...NAMES, ...FOLDERS];

export type Plan = {
  writes: { path: string }[];
  fence: { root: string; allow: string[]; deny_globs: string[] };
};

const INSIDE = ['src/app', 'src/app/pages', 'src/lib/deep/down', 'tests/unit', 'tests/data'];
const OUTSIDE = [
  '.env',
  'src/app/.env',
  'src/app/server.pem',
  'src/vendor/b.ts',
  'infra/main.tf',
  '../up.ts',
  'lib/a.ts',
];

function inside(random: () => number, k: number): string {
  if (random() < 0.3) return ALLOW[k % 10] as string;
  const path = `${pick(random, INSIDE)}/file-${k}-${Math.floor(random() * 1000)}.ts`;
  return random() < 0.05 ? `./${path}` : path;
}

/** `count` plans of 20 writes each, the same ones for the same count. */
export function plans(count: number): Plan[] {
  const random = seeded(7);
  return Array.from({ length: count }, (_, n) => {
    const writes = Array.from({ length: 20 }, (_, k) => ({ path: inside(random, k) }));
    if (n % 3 !== 0) writes[Math.floor(random() * 20)] = { path: pick(random, OUTSIDE) };
    return { writes, fence: { root: '.', allow: [...ALLOW], deny_globs: [...DENY] } };
  });
}
