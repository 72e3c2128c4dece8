/** Reads a manifest: a JSON list of { path, sha256 }, or lines as `sha256sum` writes them. */
import { isObject, type Json } from '../engine/mod.ts';
import type { Host } from '../host/host.ts';
import { CollectError } from './collector.ts';
import { jsonIn, readTextFile } from './json-file.ts';

export type Listed = { readonly path: string; readonly sha256: string };

/** `sha256sum` puts a backslash before a line whose name it had to escape, and a star before the name of a binary file. */
const LINE = /^(\\?)([0-9a-fA-F]{64}) [ *](.+)$/;
const ESCAPES: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };
const HELP = 'Write it with: sha256sum FILE... > manifest.sha256';

/**
 * The entries as they stand, in their order, one named twice included: whether they fit is not judged here. Throws
 * CollectError (input): no such file, not UTF-8, no entry at all, or a line or an item that is no entry.
 */
export function readManifest(host: Host, file: string): readonly Listed[] {
  const text = readTextFile(host, file);
  const listed = text.trimStart().startsWith('[') ? fromJson(file, text) : fromLines(file, text);
  if (listed.length > 0) return listed;
  throw new CollectError('input', `The manifest ${JSON.stringify(file)} lists nothing`, { help: HELP });
}

function fromLines(file: string, text: string): readonly Listed[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => {
    const [, escaped, digest = '', name = ''] = LINE.exec(line) ?? [];
    const path = escaped === '' ? name : unescaped(name);
    if (digest === '' || path === undefined)
      throw new CollectError(
        'input',
        `${file}:${index + 1}: Expected 64 hex digits, two spaces and a file, as sha256sum writes them`,
        { help: HELP },
      );
    return { path, sha256: digest.toLowerCase() };
  });
}

function unescaped(name: string): string | undefined {
  const parts = name.match(/\\.?|[^\\]+/g) ?? [];
  const plain = parts.map((part) => (part.startsWith('\\') ? ESCAPES[part] : part));
  return plain.includes(undefined) ? undefined : plain.join('');
}

function fromJson(file: string, text: string): readonly Listed[] {
  const { value } = jsonIn(file, text);
  return (value as readonly Json[]).map((item, index) => {
    const { path, sha256, ...others } = isObject(item) ? item : {};
    const isDigest = typeof sha256 === 'string' && /^[0-9a-fA-F]{64}$/.test(sha256);
    if (typeof path !== 'string' || !isDigest || Object.keys(others).length > 0)
      throw new CollectError(
        'input',
        `${file}: Expected { "path": TEXT, "sha256": 64 hex digits } as item ${index + 1} of the list`,
        { help: HELP },
      );
    return { path, sha256: sha256.toLowerCase() };
  });
}
