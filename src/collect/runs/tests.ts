/** Which tests ran, read off what runners print that name them all: a run of other tests is another run. */

/** The name in each line that tells of one test, whatever became of it. */
const NAMED: readonly RegExp[] = [
  // TAP, as node:test writes it and many others.
  /^\s*(?:not )?ok \d+ (?:- )?(.+?)(?: # (?:SKIP|TODO|skip|todo).*)?$/,
  // Marks before and a duration behind, with a heading that looks like one: node:test, mocha, jest with --verbose.
  /^\s*[✔✖✓✕√×] (?!failing tests:$)(.+?)(?: \(\d[\d.]* ?m?s\))?$/,
  // go test -v
  /^\s*=== RUN\s+(\S+)$/,
  // cargo test
  /^test (\S.*) \.\.\. (?:ok|FAILED|ignored.*)$/,
  // pytest -v
  /^(\S+\.py::\S.*?) (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b/,
  // unittest -v
  /^(\w+ \([\w.]+\)) \.\.\. (?:ok|FAIL|ERROR|skipped.*)$/,
];

/** The names in order, each once; empty when none is told. */
export function testNames(text: string): readonly string[] {
  const names = new Set<string>();
  for (const line of text.split('\n')) {
    const name = NAMED.map((expression) => expression.exec(line.trimEnd())?.[1]).find(
      (one) => one !== undefined,
    );
    if (name !== undefined) names.add(name.trim());
  }
  return [...names].sort();
}
