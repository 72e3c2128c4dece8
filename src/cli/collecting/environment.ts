/** `--env`: names of the environment variables and who git says is working here. */
import { defineFlag } from './flag.ts';

export const environment = defineFlag<{ readonly env: boolean; readonly repo?: string }>({
  options: [{ flags: '--env', says: 'names of variables (never values), SSH agent, netrc, git identity' }],
  async collect({ repo: folder = '.' }, { context }) {
    const { collectEnvironment } = await import('../../collect/mod.ts');
    return { environment: await collectEnvironment(context, { folder }) };
  },
  defaults: (needs) => (needs.has('environment') ? { env: true } : {}),
});
