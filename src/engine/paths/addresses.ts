/** IP addresses in host names (RFC 3986, RFC 5952): read strictly, printed in one form. */

const OCTET = /^(?:0|[1-9]\d{0,2})$/;

/** True for four decimal numbers up to 255, without leading zeros. */
export function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => OCTET.test(part) && Number(part) <= 255);
}

/** True when resolvers that follow inet_aton may read the name as an address: its last label is a number. */
export function endsInNumber(name: string): boolean {
  return /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i.test(name);
}

/** The groups of one side of a `::`, an IPv4 tail counting as two; undefined when one is malformed. */
function readGroups(text: string, mayEndInIpv4: boolean): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [i, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else if (mayEndInIpv4 && i === parts.length - 1 && isIpv4(part)) {
      const [a, b, c, d] = part.split('.').map(Number) as [number, number, number, number];
      groups.push(a * 256 + b, c * 256 + d);
    } else return undefined;
  }
  return groups;
}

function readIpv6(text: string): number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves as [string, string?];
  const left = readGroups(head, tail === undefined);
  const right = tail === undefined ? [] : readGroups(tail, true);
  if (left === undefined || right === undefined) return undefined;
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...left, ...Array<number>(missing).fill(0), ...right];
}

/** Where the longest run of two or more zero groups starts and ends; the first of equal runs. */
function longestZeros(groups: readonly number[]): readonly [number, number] {
  let best: readonly [number, number] = [-1, -1];
  for (let from = 0; from < groups.length; from++) {
    let to = from;
    while (to < groups.length && groups[to] === 0) to++;
    if (to - from > Math.max(1, best[1] - best[0])) best = [from, to];
    from = Math.max(from, to - 1);
  }
  return best;
}

/** The address without brackets in the form of RFC 5952 (hexadecimal throughout), or undefined; zones are refused. */
export function normaliseIpv6(text: string): string | undefined {
  const groups = readIpv6(text);
  if (groups === undefined) return undefined;
  const hex = groups.map((group) => group.toString(16));
  const [from, to] = longestZeros(groups);
  return from < 0 ? hex.join(':') : `${hex.slice(0, from).join(':')}::${hex.slice(to).join(':')}`;
}
