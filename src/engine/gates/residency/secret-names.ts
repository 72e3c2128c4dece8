/** Tells a secret file by its base name: a whole name, a beginning, or its last suffix. Case is folded. */
export function secretNames(
  names: readonly string[],
  prefixes: readonly string[],
  suffixes: readonly string[],
): (path: string) => boolean {
  const whole = new Set(names.map((name) => name.toLowerCase()));
  const beginnings = prefixes.map((prefix) => prefix.toLowerCase());
  const endings = new Set(suffixes.map((suffix) => suffix.toLowerCase()));
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    if (whole.has(name) || beginnings.some((beginning) => name.startsWith(beginning))) return true;
    const dot = name.lastIndexOf('.');
    return dot >= 0 && endings.has(name.slice(dot));
  };
}
