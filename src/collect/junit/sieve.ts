/**
 * Keeps an XML text small on its way to the parser, which holds each piece of text and each tag in memory as a whole:
 * of texts, CDATA sections and comments only the beginning goes on, and a tag has a largest size.
 */
import { RefusedReport, ReportFault } from './fault.ts';

/** Each call gives what the parser is to see of it. */
export type Sieve = { push(text: string): string; end(): string };

/** Enough to see what kind of error a failure tells of. */
const TEXT_LIMIT = 4096;
const TAG_LIMIT = 1 << 20;

type State = 'text' | 'open' | 'tag' | 'cdata' | 'comment' | 'instruction';

const CDATA = '<![CDATA[';
const COMMENT = '<!--';
/** Where the states end, and what stands in for what was left out of them. */
const ENDS = { cdata: ']]>', comment: '-->', instruction: '?>' } as const;

/** A reference such as `&amp;` that goes on, perhaps, in the next piece. */
const OPEN_REFERENCE = /&[^;<]{0,32}$/;
/** Half a character, or what would be taken for the end of a comment. */
const HALF = /[\ud800-\udbff-]$/;

/** Pushing throws RefusedReport at a DOCTYPE, and ReportFault at a tag past all measure. */
export function createSieve(): Sieve {
  let state: State = 'text';
  /** What of the piece before could not be judged yet. */
  let rest = '';
  /** Characters of the current text or tag so far. */
  let size = 0;
  let quote = '';
  let seen = '';
  const take = (text: string) => {
    seen += text;
  };

  function takeText(text: string): void {
    const room = TEXT_LIMIT - size;
    size += text.length;
    if (room <= 0) return;
    // A cut must not put a fault of ours into the report.
    take(text.length <= room ? text : text.slice(0, room).replace(OPEN_REFERENCE, '').replace(HALF, ''));
  }

  function text(from: string): string {
    const at = from.indexOf('<');
    if (at >= 0) {
      takeText(from.slice(0, at));
      state = 'open';
      return from.slice(at);
    }
    rest = OPEN_REFERENCE.exec(from)?.[0] ?? '';
    takeText(from.slice(0, from.length - rest.length));
    return '';
  }

  /** `from` begins with `<`; what follows says what it opens. Undefined while that has not come yet. */
  function open(from: string): string | undefined {
    size = 0;
    if (from.startsWith('<?')) state = 'instruction';
    else if (from.startsWith(CDATA)) state = 'cdata';
    else if (from.startsWith(COMMENT)) state = 'comment';
    else if (CDATA.startsWith(from) || COMMENT.startsWith(from)) return undefined;
    else if (from.startsWith('<!'))
      throw new RefusedReport('it has a document type (<!DOCTYPE), which could define entities');
    else state = 'tag';
    const head = { instruction: '<?', cdata: CDATA, comment: COMMENT, tag: '<', text: '', open: '' }[state];
    take(head);
    return from.slice(head.length);
  }

  function tag(from: string): string {
    let at = 0;
    for (; at < from.length; at += 1) {
      const character = from[at]!;
      if (quote !== '') {
        const end = from.indexOf(quote, at);
        at = end < 0 ? from.length - 1 : end;
        if (end >= 0) quote = '';
      } else if (character === '"' || character === "'") quote = character;
      else if (character === '>') break;
    }
    size += at;
    if (size > TAG_LIMIT) throw new ReportFault('it has a tag of more than 1 MiB');
    take(from.slice(0, at + 1));
    if (at === from.length) return '';
    state = 'text';
    size = 0;
    return from.slice(at + 1);
  }

  /** A section up to its end mark, which may come in two pieces. */
  function section(from: string, end: string): string | undefined {
    const at = from.indexOf(end);
    if (state === 'instruction' && size > TAG_LIMIT)
      throw new ReportFault('it has an instruction of more than 1 MiB');
    if (at < 0) {
      const sure = Math.max(0, from.length - end.length + 1);
      takeSection(from.slice(0, sure));
      rest = from.slice(sure);
      return undefined;
    }
    takeSection(from.slice(0, at));
    take(end);
    state = 'text';
    size = 0;
    return from.slice(at + end.length);
  }

  function takeSection(text: string): void {
    if (state === 'instruction') {
      size += text.length;
      take(text);
    } else takeText(text);
  }

  function flush(): string {
    const text = seen;
    seen = '';
    return text;
  }

  return {
    push(piece) {
      let left: string | undefined = rest + piece;
      rest = '';
      while (left !== undefined && left !== '') {
        const from: string = left;
        if (state === 'text') left = text(from);
        else if (state === 'tag') left = tag(from);
        else if (state === 'open') {
          left = open(from);
          if (left === undefined) rest = from;
        } else left = section(from, ENDS[state]);
      }
      return flush();
    },
    end() {
      take(rest);
      return flush();
    },
  };
}
