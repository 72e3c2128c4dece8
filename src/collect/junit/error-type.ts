/** What kind of error a failure tells of: a name such as `AssertionError`, and nothing else that it says. */

/** A failure message may quote anything, a secret too; a name that ends like the name of an error does not. */
const NAME = String.raw`(?:[A-Za-z_$][\w$]*[.\\])*[A-Za-z_$][\w$]*(?:Error|Exception|Failure|Failed|Fault)`;
const WHOLE = new RegExp(`^(?:${NAME}|Failed|Error)$`);
/** `AssertionError: text`, `E   ValueError: text`, `Caused by: java.io.IOException`. */
const AT_LINE_START = new RegExp(
  String.raw`^[ \t]*(?:E[ \t]+|Uncaught |Caused by: |thrown: ")?(${NAME}|Failed|Error)\b`,
  'm',
);
/** Python's tracebacks end so: `tests/test_total.py:3: AssertionError`. */
const AT_LINE_END = new RegExp(String.raw`^\S+:\d+: (${NAME})$`, 'm');
/** Node wraps what a test threw, and names it as the cause. */
const CAUSE = new RegExp(String.raw`\bcause: (${NAME}|Error)\b`);
/** Jest throws a plain Error with such a text, and pytest tells of an assert by the statement alone. */
const EXPECTATION = /^(?:(?:Jest)?(?:Error: )?expect\(|assert )/;
/** What runners write there for failures of every kind: only where nothing better is said. */
const VAGUE = new Set(['Failed', 'Error']);
const NOTHING_SAID = new Set(['Failure', 'testCodeFailure', 'hookFailed', 'subtestsFailed']);
const MAX_LENGTH = 120;

/** The name, from the attribute `type`, the attribute `message`, and the beginning of the text, or undefined. */
export function errorType(type: string, message: string, text: string): string | undefined {
  const named = WHOLE.test(type) && !NOTHING_SAID.has(type) ? type : undefined;
  if (named !== undefined && !VAGUE.has(named)) return bounded(named);
  const said = [message, text].map((one) => one.trimStart());
  if (said.some((one) => EXPECTATION.test(one))) return 'AssertionError';
  const cause = CAUSE.exec(text)?.[1];
  const found = [
    cause,
    ...said.map((one) => AT_LINE_START.exec(one.slice(0, one.search(/$/m)))?.[1]),
    AT_LINE_END.exec(text)?.[1],
    AT_LINE_START.exec(text)?.[1],
  ].filter((name) => name !== undefined && !NOTHING_SAID.has(name));
  return bounded(found.find((name) => name !== undefined && !VAGUE.has(name)) ?? named ?? found[0]);
}

const bounded = (name: string | undefined) =>
  name === undefined || name.length > MAX_LENGTH ? undefined : name;
