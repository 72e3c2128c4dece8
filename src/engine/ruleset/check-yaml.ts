/** Reads a YAML text and checks it against a schema: the frame that every YAML file of the product goes through. */
import type * as v from 'valibot';
import type { Checked } from '../diagnostic.ts';
import { complaintsAbout } from '../evidence/issues.ts';
import { readYaml } from './read-yaml.ts';

/** The typed content, or every fault with file, line and column. Never throws for bad input. */
export function checkYaml<T>(schema: v.GenericSchema<unknown, T>, text: string, file: string): Checked<T> {
  const read = readYaml(text, file);
  if (!read.ok) return read;
  const { value, place } = read.value;
  const complaints = complaintsAbout(schema, value);
  if (complaints.length === 0) return { ok: true, value: value as unknown as T };
  return {
    ok: false,
    diagnostics: complaints.map(({ code, message, help, path, at }) => ({
      code,
      message,
      ...(help === undefined ? {} : { help }),
      file,
      ...place(path, at),
    })),
  };
}
