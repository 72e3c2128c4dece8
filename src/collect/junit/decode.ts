/** The bytes of a report as text: UTF-8, UTF-16, ISO-8859-1 or Windows-1252. Strict. */
import { ReportFault } from './fault.ts';

export type Decoder = { push(bytes: Uint8Array): string; end(): string };

/** The first line is ASCII in all of these, so it can be read before the encoding is known. */
const DECLARED = /^<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
/** What both are outside of 0x80 to 0x9f; there Windows has these. The runtimes' own decoders do not agree on them. */
const LATIN = /^(?:iso-8859-1|latin1)$/;
const WINDOWS = /^(?:windows-1252|cp1252)$/;
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const ASCII = /^(?:us-ascii|ascii)$/;
const UTF8 = /^utf-?8$/;
/** Programs that write to memory first declare UTF-16 and then save UTF-8: the bytes say which it is. */
const UTF16 = /^utf-?16(?:le|be)?$/;

/** A decoder for a text that begins with `head`. Throws ReportFault: an encoding that is not read, or bytes that are not of it. */
export function decoderFor(head: Uint8Array): Decoder {
  const label = encodingOf(head);
  if (label === 'iso-8859-1' || label === 'windows-1252') return oneByteDecoder(label === 'windows-1252');
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

/** Every byte is a character: nothing is invalid, and nothing can hang over from one piece to the next. */
function oneByteDecoder(isWindows: boolean): Decoder {
  const characters = Array.from({ length: 256 }, (_, byte) =>
    isWindows && byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252[byte - 0x80]! : String.fromCharCode(byte),
  );
  return {
    push(bytes) {
      let text = '';
      for (const byte of bytes) text += characters[byte]!;
      return text;
    },
    end: () => '',
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
  if (LATIN.test(declared)) return 'iso-8859-1';
  if (WINDOWS.test(declared)) return 'windows-1252';
  throw new ReportFault(`its encoding ${JSON.stringify(declared)} is not one that is read: save it as UTF-8`);
}
