/** The evidence of a verdict as nested lists, opened where a reason points and marked there. */
import type { Child } from 'hono/jsx';
import { type EvidenceNode, LIMITS } from '../evidence-nodes.ts';
import { shorten } from '../text.ts';
import { Code, formatCount, plural, Text } from './text.tsx';

function Scalar({ value }: { value: string | number | boolean | null }) {
  if (typeof value === 'string') {
    return (
      <code class="value string">
        <Text of={shorten(value, LIMITS.text)} />
        {value.length > LIMITS.text && (
          <span class="quiet"> ({formatCount(value.length)} characters, the rest is in the JSON)</span>
        )}
      </code>
    );
  }
  return <code class={`value ${value === null ? 'null' : typeof value}`}>{String(value)}</code>;
}

/** A marked place carries the anchor that the reasons link to. */
function Marked({ node, children }: { node: EvidenceNode; children: Child }) {
  if (!node.mark) return <>{children}</>;
  return (
    <mark id={node.mark.anchor} tabindex={-1}>
      {children}
    </mark>
  );
}

function Codes({ node }: { node: EvidenceNode }) {
  if (!node.mark) return null;
  return (
    <span class="mark-codes">
      {node.mark.codes.map((code) => (
        <Code of={code} />
      ))}
    </span>
  );
}

function Leaf({ node }: { node: EvidenceNode }) {
  return (
    <li class="leaf">
      <Marked node={node}>
        <span class="key">
          <Text of={node.name} />
        </span>{' '}
        {node.state === 'absent' && <em class="absent">absent</em>}
        {node.state === 'withheld' && <em class="absent">withheld, not stored</em>}
        {node.state === 'present' && node.value !== undefined && <Scalar value={node.value} />}
        {node.shape !== undefined && (
          <span class="quiet">{node.shape === 'list' ? 'empty list' : 'empty'}</span>
        )}
      </Marked>
      <Codes node={node} />
    </li>
  );
}

function sizeOf(node: EvidenceNode): string {
  if (node.state !== 'present') return node.state;
  return plural(node.size ?? 0, node.shape === 'list' ? 'item' : 'field');
}

function Branch({ node, open }: { node: EvidenceNode; open: boolean }) {
  return (
    <li>
      <details open={open || node.onPath}>
        <summary>
          <Marked node={node}>
            <span class="key">
              <Text of={node.name} />
            </span>{' '}
            <span class="quiet">{sizeOf(node)}</span>
          </Marked>
          <Codes node={node} />
        </summary>
        <ul>
          {(node.children ?? []).map((next) => (
            <Node node={next} />
          ))}
          {(node.hidden ?? 0) > 0 && (
            <li class="quiet">
              and {plural(node.hidden ?? 0, 'more entry', 'more entries')}, in the snapshot JSON
            </li>
          )}
        </ul>
      </details>
    </li>
  );
}

function Node({ node, open = false }: { node: EvidenceNode; open?: boolean }) {
  const empty = (node.children ?? []).length === 0 && (node.hidden ?? 0) === 0;
  return empty ? <Leaf node={node} /> : <Branch node={node} open={open} />;
}

export function EvidenceTree({ trees }: { trees: readonly EvidenceNode[] }) {
  return (
    <ul class="tree">
      {trees.map((tree) => (
        <Node node={tree} open />
      ))}
    </ul>
  );
}
