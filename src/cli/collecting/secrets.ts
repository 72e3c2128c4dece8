/** `--secrets`: what looks like a secret under a path; values are never kept. */
import { resolve } from 'node:path';
import { defineFlag } from './flag.ts';

export const secrets = defineFlag<{ readonly secrets: string; readonly canary?: string }>({
  options: [{ flags: '--secrets <path>', says: 'scan for secrets; values are never kept' }],
  details: [{ flags: '--canary <text>', says: 'a value that was planted for the secret scan to find' }],
  async collect({ secrets: path, canary }, { context, project }) {
    const [{ collectSecrets }, { saltOf }] = await Promise.all([
      import('../../collect/mod.ts'),
      import('../salt.ts'),
    ]);
    const salt = saltOf(context.host, project.root);
    return {
      secrets: await collectSecrets(context, { path, salt, ...(canary === undefined ? {} : { canary }) }),
    };
  },
  defaults: (needs, { root, collect }) =>
    needs.has('secrets') ? { secrets: resolve(root, collect.secrets ?? '.') } : {},
});
