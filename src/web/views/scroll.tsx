/** A part that scrolls sideways on its own, so that the page does not; reachable by keyboard and named. */
import type { Child } from 'hono/jsx';
import { visible } from '../text.ts';

export function Scroll({ label, class: more, children }: { label: string; class?: string; children: Child }) {
  return (
    <section
      class={more === undefined ? 'scroll' : `scroll ${more}`}
      aria-label={visible(label)}
      tabindex={0}
    >
      {children}
    </section>
  );
}
