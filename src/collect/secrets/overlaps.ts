/** One secret, one finding: which of several hits at one place speaks. */
import type { Found } from './scan-file.ts';

/**
 * What lies inside a hit of a surer detector is dropped, and of secretlint's whatever overlaps one of our own. A hit that
 * goes beyond stays: who accepts the smaller one has not accepted the larger.
 */
export function withoutOverlaps(
  detectors: readonly { readonly id: string }[],
  found: readonly Found[],
): Found[] {
  const rank = new Map(detectors.map((detector, index) => [detector.id, index]));
  const rankOf = (one: Found) => rank.get(one.detector) ?? rank.size;
  const byRank = [...found].sort((a, b) => rankOf(a) - rankOf(b) || a.start - b.start || b.end - a.end);
  const kept: Found[] = [];
  for (const one of byRank) {
    const own = rank.has(one.detector);
    if (!kept.some((other) => (own ? isInside(one, other) : overlaps(one, other)))) kept.push(one);
  }
  return kept;
}

/** Findings of several views of one file: the same value on the same line is told once, as the first view tells it. */
export function mergeViews(views: readonly (readonly Found[])[]): Found[] {
  const told = new Map<string, Found>();
  for (const view of views) {
    const seen = new Set(told.keys());
    view.forEach((one, index) => {
      const key = `${one.detector}\0${one.line}\0${one.fingerprint}`;
      // Twice on one line in one view: that is two places.
      if (!seen.has(key)) told.set(told.has(key) ? `${key}\0${index}` : key, one);
    });
  }
  return [...told.values()];
}

function isInside(a: Found, b: Found): boolean {
  return a.start >= b.start && a.end <= b.end;
}

function overlaps(a: Found, b: Found): boolean {
  return a.start < b.end && b.start < a.end;
}
