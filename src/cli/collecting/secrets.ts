/** `--secrets`: what looks like a secret under a path; values are never kept. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { defineFlag } from './flag.ts';

export const secrets = defineFlag<{ readonly secrets: string; readonly canary?: boolean }>({
  options: [{ flags: '--secrets <path>', says: 'scan for secrets; values are never kept' }],
  details: [
    {
      flags: '--canary',
      says: 'plant fresh made-up secrets apart from --secrets, to prove that the scan sees',
    },
  ],
  async collect({ secrets: path, canary }, { context, project }) {
    const [{ collectSecrets }, { saltOf }] = await Promise.all([
      import('../../collect/mod.ts'),
      import('../salt.ts'),
    ]);
    const salt = saltOf(context.host, project.root);
    const drawn = canary === true ? { canary: randomBytes(16).toString('hex') } : {};
    return { secrets: await collectSecrets(context, { path, salt, ...drawn }) };
  },
  defaults: (needs, { root, collect }) =>
    needs.has('secrets') ? { secrets: resolve(root, collect.secrets ?? '.'), canary: true } : {},
});
