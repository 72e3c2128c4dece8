/** `--bundle`: a folder that is to be sent, and the manifest that says what should be in it. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { onDisk } from '../../collect/on-disk.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { defineFlag } from './flag.ts';

type Options = { readonly bundle: string; readonly manifest?: string };

export const bundle = defineFlag<Options>({
  options: [{ flags: '--bundle <dir>', says: 'a folder that is to be sent, with its manifest' }],
  details: [
    {
      flags: '--manifest <file>',
      says: 'what --bundle should hold: lines of sha256sum, or a JSON list (default: manifest.sha256 in there)',
    },
  ],
  async collect({ bundle: root, manifest }, { context }) {
    if (root === '' || manifest === '')
      throw new CommandError(EXIT.usage, '--bundle and --manifest need a name', {
        help: 'Name a folder, and a file: --bundle out --manifest out.sha256',
      });
    const { collectBundle } = await import('../../collect/mod.ts');
    const file = manifest === undefined ? {} : { manifest: asMember(root, manifest) };
    return { bundle: await collectBundle(context, { root, ...file }) };
  },
  defaults(needs, { root, collect }) {
    if (!needs.has('bundle') || collect.bundle === undefined) return {};
    return {
      bundle: resolve(root, collect.bundle),
      ...(collect.manifest === undefined ? {} : { manifest: resolve(root, collect.manifest) }),
    };
  },
});

/** A manifest inside the bundle in the spelling in which the walk meets it. */
function asMember(root: string, manifest: string): string {
  const inside = relative(resolve(root), resolve(manifest));
  const isInside = inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
  return isInside ? onDisk(root, inside) : manifest;
}
