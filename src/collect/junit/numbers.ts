/** Numbers as reports write them. */

/** A count; null when it is none, undefined when the attribute is absent. */
export function countIn(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : null;
}

/** Seconds, with the commas that some locales put in; null when it is no time. */
export function secondsIn(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text.trim()) ? text.replaceAll(',', '') : text;
  return /^\s*(?:\d{1,15}(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?\s*$/.test(plain) ? Number(plain) : null;
}
