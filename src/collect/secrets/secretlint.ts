/** secretlint's recommended rules, loaded when first needed (they are slow to start) and deaf to comments in what they scan. */
import type { Hit } from './detector.ts';

export type RuleHit = Hit & { readonly detector: string };
export type Secretlint = {
  readonly version: string;
  readonly rules: readonly string[];
  /** Hits in one text; `path` is its name, which some rules look at. Nothing is read from disk. */
  lint(text: string, path: string): Promise<RuleHit[]>;
};

/** As pinned in package.json. */
export const SECRETLINT_VERSION = '12.0.0';
/** Texts over this many bytes are left to our own detectors: these rules read a text many times. */
export const SECRETLINT_MAX_BYTES = 1 << 20;

/** The rule that obeys `secretlint-disable` comments: what is scanned must not switch the scanner off. */
const OBEYS_COMMENTS = '@secretlint/secretlint-rule-filter-comments';

let loading: Promise<Secretlint> | undefined;

/** Loads the rules once a process. Rejects when the packages are not installed. */
export function loadSecretlint(): Promise<Secretlint> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Secretlint> {
  const [{ lintSource }, preset] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    stopProfiling(),
  ]);
  const rules = preset.rules
    .filter((rule) => rule.meta.id !== OBEYS_COMMENTS)
    .map((rule) => ({ id: rule.meta.id, rule }));
  const config = { rules };
  return {
    version: SECRETLINT_VERSION,
    rules: rules.map((rule) => rule.id).sort(),
    async lint(text, path) {
      const source = { content: text, filePath: path, ext: extensionOf(path), contentType: 'text' as const };
      const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
      return messages.map(({ ruleId, range: [start, end] }) => {
        return { detector: `secretlint:${shortName(ruleId)}`, start, end, value: text.slice(start, end) };
      });
    },
  };
}

/**
 * secretlint keeps a record of every step of every rule and searches the whole record at each: time grows with the square
 * of the files (a thousand small ones took a minute, and a third of a second without). Nobody reads the record here.
 */
async function stopProfiling(): Promise<void> {
  const { secretLintProfiler } = await import('@secretlint/profiler');
  secretLintProfiler.mark = () => {};
}

function shortName(ruleId: string): string {
  return ruleId.replace(/^@secretlint\/secretlint-rule-/, '');
}

function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? '';
}
