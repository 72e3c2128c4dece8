/** Values that stand for a secret without being one. */

const WORDS = new Set(
  `change_me changeme placeholder redacted removed hidden masked none null nil undefined true false yes no todo tbd
  example sample dummy test string str text number bytes boolean bool any unknown never object required optional
  default empty unset disabled enabled password passwd pass pwd secret token apikey api_key user username value
  xxx key write read inherit`.split(/\s+/),
);
/** A variable, a template, a call, an encrypted or tagged value, a digest, a version. */
const STANDS_FOR =
  /^(?:\$[A-Za-z_{(]|\{\{|<|%[A-Za-z_{]|#\{|ENC\[|!|@|sha(?:1|256|384|512)-|[~^]?v?\d+(?:\.\d+)+$|your[-_ ]|my[-_](?:secret|token|password|api|key))/i;

/** True for `${X}`, `<token>`, `changeme`, `****`, `...` and the like. */
export function isPlaceholder(value: string): boolean {
  if (STANDS_FOR.test(value) || value.includes('${') || value.includes('{{') || value.includes('...'))
    return true;
  return WORDS.has(value.toLowerCase()) || /^(.)\1*$/.test(value);
}
