/** Machine: what running, probing and asking the machine gave. */
import * as v from 'valibot';
import { defineSection, field } from '../section.ts';
import { scanSchema } from './scan.ts';

const { open, text, texts, whole, flag, digest, json } = field;

export const environment = defineSection({
  name: 'environment',
  summary: 'What a child process would inherit: names of variables, never their values.',
  collectedBy: '--env',
  schema: v.strictObject({
    variables: v.optional(texts),
    ssh_agent: open(flag),
    netrc: open(flag),
    git_email: open(text),
  }),
});

export const runs = defineSection({
  name: 'runs',
  summary: 'One command, run several times from a clean state.',
  collectedBy: '--rerun N -- COMMAND',
  schema: v.array(
    v.strictObject({
      command: v.optional(texts),
      exit_code: open(v.pipe(v.number(), v.integer())),
      error_type: open(text),
      stderr_sha256: open(digest),
      // The same text with numbers, addresses, ids and temporary paths masked: what two runs may differ in.
      stderr_shape_sha256: open(digest),
      stdout_sha256: open(digest),
      // Of the names of the tests that ran, for whoever counts them.
      tests_sha256: open(digest),
      timed_out: open(flag),
      // It was ended because it wrote more than it may.
      overflowed: open(flag),
      duration_ms: open(v.number()),
    }),
  ),
});

export const health = defineSection({
  name: 'health',
  summary: 'What a loopback health endpoint answered, or why it did not.',
  collectedBy: '--health URL',
  schema: v.strictObject({
    url: open(text),
    bind_host: open(text),
    port: open(whole),
    path: open(text),
    status: open(whole),
    content_type: open(text),
    bytes: open(whole),
    sha256: open(digest),
    body: v.optional(json),
    parse_error: open(text),
    error: open(text),
  }),
  sensitive: ['body'],
});

export const prompt = defineSection({
  name: 'prompt',
  summary: 'The size and digest of a prompt, and where in it something looks like a secret. Never its text.',
  collectedBy: '--prompt FILE --cap N',
  schema: v.strictObject({
    sha256: open(digest),
    // Of the same text without a byte-order mark, with LF line ends and one line break at its end.
    sha256_lf: open(digest),
    chars: open(whole),
    bytes: open(whole),
    token_estimate: open(whole),
    cap: open(whole),
    // Of these very bytes, so that no scan of another text can stand in for it.
    secrets: open(scanSchema),
  }),
});

export const toolResponse = defineSection({
  name: 'tool_response',
  summary: 'What a tool answered, measured before anything reads it.',
  collectedBy: '--response FILE --content-type TYPE',
  schema: v.strictObject({
    content_type: open(text),
    bytes: open(whole),
    sha256: open(digest),
    depth: open(whole),
    keys: open(whole),
    body: v.optional(json),
    parse_error: open(text),
  }),
  sensitive: ['body'],
});

export const tests = defineSection({
  name: 'tests',
  summary: 'What test runs reported, counted from the elements of their reports. No message of a failure.',
  collectedBy: '--junit GLOB',
  schema: v.strictObject({
    tests: open(whole),
    failures: open(whole),
    errors: open(whole),
    skipped: open(whole),
    // Among those that passed: they failed first.
    flaky: open(whole),
    // Among the skipped: they are to do, and failed as they may.
    failing_todos: open(whole),
    timed_out: open(flag),
    duration_ms: open(v.number()),
    suites: v.optional(v.array(json)),
    cases: v.optional(
      v.array(
        v.strictObject({
          name: text,
          classname: open(text),
          // The names of the suites that it stands in, with ` > ` between.
          suite: open(text),
          file: open(text),
          status: text,
          error_type: open(text),
          message: open(text),
        }),
      ),
    ),
    cases_left_out: open(whole),
    sources: v.optional(v.array(json)),
    not_counted: open(v.array(v.strictObject({ path: open(text), why: open(text) }))),
    disagreements: open(
      v.array(
        v.strictObject({
          source: open(text),
          suite: open(text),
          field: open(text),
          declared: open(whole),
          counted: open(whole),
        }),
      ),
    ),
  }),
});

export const replay = defineSection({
  name: 'replay',
  summary: 'The locked command, run again on a clean worktree with the patch applied.',
  collectedBy: '--set replay=FILE',
  schema: v.strictObject({
    base_sha: open(text),
    head_sha: open(text),
    patch_sha256: open(digest),
    // What stood in the clean tree before the patch that the base does not have.
    dirty_files: open(texts),
    install_command: open(text),
    install_exit_code: open(v.pipe(v.number(), v.integer())),
    test_command: open(v.union([text, texts], 'Expected the command as a text or a list of texts')),
    exit_code: open(v.pipe(v.number(), v.integer())),
    timed_out: open(flag),
    duration_ms: open(v.number()),
    stdout_sha256: open(digest),
    stderr_sha256: open(digest),
    // Of the files that the exam is made of, before the commands ran and after.
    freeze_before_sha256: open(digest),
    freeze_sha256: open(digest),
    changed_files: open(texts),
  }),
});

export const toolchain = defineSection({
  name: 'toolchain',
  summary: 'The tools in reach, by name and version; null where a tool does not say its own.',
  collectedBy: '--toolchain',
  schema: v.record(v.string(), v.nullable(text)),
});
