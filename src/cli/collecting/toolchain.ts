/** `--toolchain`: the versions of the tools in reach. */
import { defineFlag } from './flag.ts';

export const toolchain = defineFlag<{ readonly toolchain: readonly string[] | true }>({
  options: [
    { flags: '--toolchain [tools...]', says: 'versions of these tools (default: the well-known ones)' },
  ],
  async collect({ toolchain: tools }, { context }) {
    const { collectToolchain } = await import('../../collect/mod.ts');
    return { toolchain: await collectToolchain(context, tools === true ? {} : { tools }) };
  },
  defaults: (needs, { collect }) =>
    needs.has('toolchain') && collect.set?.toolchain === undefined
      ? { toolchain: collect.toolchain ?? true }
      : {},
});
