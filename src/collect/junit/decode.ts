/** The bytes of a report as text: UTF-8, UTF-16, or the one-byte encoding that its first line declares. Strict. */
import { ReportFault } from './fault.ts';

export type Decoder = { push(bytes: Uint8Array): string; end(): string };

/** The first line is ASCII in all of these, so it can be read before the encoding is known. */
const DECLARED = /^<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
/** Every byte is a character: nothing can be hidden between two of them. */
const ONE_BYTE = /^(?:iso-8859-(?:[1-9]|1[0-9])|latin1|windows-125[0-9])$/;
const ASCII = /^(?:us-ascii|ascii)$/;
const UTF8 = /^utf-?8$/;
/** Programs that write to memory first declare UTF-16 and then save UTF-8: the bytes say which it is. */
const UTF16 = /^utf-?16(?:le|be)?$/;

/** A decoder for a text that begins with `head`. Throws ReportFault: an encoding that is not read, or bytes that are not of it. */
export function decoderFor(head: Uint8Array): Decoder {
  const label = encodingOf(head);
  const decoder = new TextDecoder(label, { fatal: true });
  const read = (work: () => string) => {
    try {
      return work();
    } catch {
      throw new ReportFault(`it is not valid ${label.toUpperCase()}`);
    }
  };
  return {
    push: (bytes) => read(() => decoder.decode(bytes, { stream: true })),
    end: () => read(() => decoder.decode()),
  };
}

function encodingOf(head: Uint8Array): string {
  const [a, b, c, d] = head;
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && (c === 0xfe || d === 0x3c)))
    throw new ReportFault('it is UTF-32: save it as UTF-8');
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  const line = String.fromCharCode(...head.subarray(0, 300)).replace(/^\u00ef\u00bb\u00bf/, '');
  const declared = DECLARED.exec(line)?.[1]?.toLowerCase() ?? 'utf-8';
  if (UTF8.test(declared) || UTF16.test(declared) || ASCII.test(declared)) return 'utf-8';
  if (ONE_BYTE.test(declared)) return declared;
  throw new ReportFault(`its encoding ${JSON.stringify(declared)} is not one that is read: save it as UTF-8`);
}
