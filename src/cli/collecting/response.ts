/** `--response`: what a tool answered, put into quarantine and measured. */
import { resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { defineFlag } from './flag.ts';
import { wholeNumber } from './number.ts';

type Options = {
  readonly response: string;
  readonly contentType?: string;
  readonly responseMaxBytes?: number;
  readonly quarantine?: string;
};

export const response = defineFlag<Options>({
  options: [{ flags: '--response <file>', says: "a tool's answer: put into quarantine and measured" }],
  details: [
    { flags: '--content-type <type>', says: 'the content type that came with --response' },
    {
      flags: '--response-max-bytes <n>',
      says: 'read no more of --response than this, and one byte (default: 1048576)',
      parse: wholeNumber('--response-max-bytes', 1, 64 * 1024 * 1024),
    },
    { flags: '--quarantine <dir>', says: 'where --response is put (default: .holdpoint/quarantine)' },
  ],
  async collect({ response: file, contentType, responseMaxBytes, quarantine }, { context, project, io }) {
    if (contentType === undefined)
      throw new CommandError(EXIT.usage, '--response needs the content type that came with it', {
        help: "Add --content-type TYPE, or --content-type '' when none came",
      });
    const { collectResponse } = await import('../../collect/mod.ts');
    const answer = collectResponse(context, {
      file,
      contentType,
      quarantine: quarantine ?? resolve(project.root, '.holdpoint', 'quarantine'),
      ...(responseMaxBytes === undefined ? {} : { maxBytes: responseMaxBytes }),
    });
    io.err(`Put into quarantine: ${answer.bytes} bytes\n`);
    return { tool_response: answer };
  },
});
