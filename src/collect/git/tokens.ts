/** Takes a stream of bytes apart at NUL bytes, which is how git ends its names with `-z`. */
import { escapeBytes } from '../../host/escape-bytes.ts';
import { CollectError } from '../collector.ts';

/** Longer than any name that a disk can hold; a longer one is not worth the memory. */
const MAX_TOKEN = 1 << 16;

/** Give it pieces as they come; it calls `take` with each token, which is valid only during the call. */
export function splitAtNul(take: (token: Uint8Array) => void): {
  push(bytes: Uint8Array): void;
  end(): void;
} {
  let rest: Uint8Array = new Uint8Array(0);
  return {
    push(bytes) {
      let from = 0;
      for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, from)) {
        const piece = bytes.subarray(from, at);
        take(rest.length === 0 ? piece : joined(rest, piece));
        rest = new Uint8Array(0);
        from = at + 1;
      }
      if (from < bytes.length) rest = joined(rest, bytes.subarray(from));
      if (rest.length > MAX_TOKEN)
        throw new CollectError('input', 'A name in the repository is longer than 65536 bytes');
    },
    end() {
      if (rest.length > 0) throw new CollectError('machine', 'git stopped in the middle of its answer');
    },
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Throws CollectError (input) when the bytes are not UTF-8; the name is then shown with escapes. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw new CollectError(
      'input',
      `The repository has a file name that is not valid UTF-8: "${escapeBytes(bytes)}"`,
      {
        help: 'Rename the file; evidence carries names as text',
      },
    );
  }
}
