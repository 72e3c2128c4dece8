/** The text of a rule file with numbered lines; the lines that decided are marked. */
import { Scroll } from './scroll.tsx';
import { Text } from './text.tsx';

/** Beyond this the rest of a file is not drawn, except for marked lines; rule files are small. */
const MAX_LINES = 5000;

/** The id of a line on the page; `key` tells the files apart. */
export function lineAnchor(key: string, line: number): string {
  return `${key}-L${line}`;
}

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
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return (
    <Scroll class="source" label={`Source of ${name}`}>
      <ol class="lines">
        {lines.slice(0, MAX_LINES).map((line, index) => {
          const id = lineAnchor(anchor, index + 1);
          const shown = <Text of={line.replaceAll('\t', '  ')} />;
          return marked.has(index + 1) ? (
            <li class="deciding">
              <mark id={id} tabindex={-1}>
                <code class="verbatim">{shown}</code>
              </mark>
            </li>
          ) : (
            <li id={id}>
              <code class="verbatim">{shown}</code>
            </li>
          );
        })}
      </ol>
      {lines.length > MAX_LINES && (
        <p class="quiet">The file goes on for {lines.length - MAX_LINES} lines.</p>
      )}
    </Scroll>
  );
}
