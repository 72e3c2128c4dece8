/** `--junit`: test reports, counted from their elements. */
import { defineFlag } from './flag.ts';

type Options = {
  readonly junit: readonly string[];
  /** Where the reports that holdpoint.yaml names are looked for; not an option of the command line. */
  readonly junitFolder?: string;
};

export const junit = defineFlag<Options>({
  options: [{ flags: '--junit <glob...>', says: 'count the tests in these JUnit reports (repeatable)' }],
  async collect({ junit: reports, junitFolder }, { context }) {
    const { collectTests } = await import('../../collect/mod.ts');
    return {
      tests: await collectTests(context, {
        reports,
        ...(junitFolder === undefined ? {} : { folder: junitFolder }),
      }),
    };
  },
  defaults: (needs, { root, collect }) =>
    needs.has('tests') && collect.junit !== undefined ? { junit: collect.junit, junitFolder: root } : {},
});
