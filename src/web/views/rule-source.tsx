/** The text of a rule file with numbered lines; the lines that decided are marked. */
import { Scroll } from './scroll.tsx';
import { plural, Text } from './text.tsx';

/** Beyond this the rest of a file is not drawn, except for marked lines; rule files are small. */
const MAX_LINES = 5000;

/** The id of a line on the page; `key` tells the files apart. */
export function lineAnchor(key: string, line: number): string {
  return `${key}-L${line}`;
}

/** How many lines the text of a rule file has: those that can be linked to. */
export function lineCount(text: string): number {
  return linesOf(text).length;
}

const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

/** `far`: lines before it are left out, so it says its own number. */
function Line({ text, number, anchor, deciding, far }: LineProps) {
  const id = lineAnchor(anchor, number);
  const shown = (
    <code class="verbatim">
      <Text of={text.replaceAll('\t', '  ')} />
    </code>
  );
  const own = far ? { 'data-line': String(number) } : {};
  if (!deciding)
    return (
      <li id={id} {...own}>
        {shown}
      </li>
    );
  return (
    <li class="deciding" {...own}>
      <mark id={id} tabindex={-1}>
        {shown}
      </mark>
    </li>
  );
}

type LineProps = { text: string; number: number; anchor: string; deciding: boolean; far: boolean };

export function RuleSourceText({
  name,
  text,
  anchor,
  marked,
}: {
  /** The file's name. */
  name: string;
  text: string;
  anchor: string;
  marked: ReadonlySet<number>;
}) {
  const lines = linesOf(text);
  const drawn = lines
    .map((line, index) => ({ text: line, number: index + 1, deciding: marked.has(index + 1) }))
    .filter(({ number, deciding }) => number <= MAX_LINES || deciding);
  const left = lines.length - drawn.length;
  return (
    <Scroll class="source" label={`Source of ${name}`}>
      <ol class="lines">
        {drawn.map((line) => (
          <Line {...line} anchor={anchor} far={line.number > MAX_LINES} />
        ))}
      </ol>
      {left > 0 && <p class="quiet">{plural(left, 'more line')} of the file not shown.</p>}
    </Scroll>
  );
}
