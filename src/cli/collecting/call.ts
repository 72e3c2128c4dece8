/** `--call`: the call that a model asks for, as it sent it. */
import { defineFlag } from './flag.ts';

export const call = defineFlag<{ readonly call: string }>({
  options: [{ flags: '--call <file>', says: 'the tool call that a model asks for; - reads standard input' }],
  async collect({ call: file }, { io }) {
    const [{ MAX_CALL_BYTES, readCall }, { readBytes }] = await Promise.all([
      import('../../collect/mod.ts'),
      import('../read-text.ts'),
    ]);
    return { tool_call: readCall(await readBytes(io, file, MAX_CALL_BYTES)) };
  },
});
