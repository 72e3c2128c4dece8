/** `assignment`: a name such as api_key, secret, token or password that is given a value. */
import { type Detector, type Hit, LOOK_BACK, matchAt } from '../detector.ts';
import { isPlaceholder } from './placeholder.ts';

const ANCHORS = /api[_-]?key|secret|token|password|passwd/gi;
const WORD = /(api[_-]?key|secret|token|password|passwd)([A-Za-z0-9_-]{0,40})/iy;
/** `:`, `=`, `:=` or `=>`, but no comparison; the name's closing quote or bracket may stand before it. */
const SEPARATOR = /\\?["'`]?\]?([ \t]{0,20})(:=|=>|=(?![=~])|:(?!:))([ \t]{0,20})/y;
const QUOTED = /\\?(["'`])((?:(?!\1)[^\r\n\\]){0,512})\\?\1/y;
const BARE = /[^\s"'`,;(){}[\]<>|&\\]{1,512}/y;
/** Names that speak about a secret without holding one. */
const ABOUT =
  /(?:name|names|ref|file|path|dir|url|uri|endpoint|type|kind|field|label|placeholder|hint|length|size|count|expiry|expires|expiration|ttl|policy|header|prefix|suffix|id|ids|version|format|regex|pattern|error|message)$/i;
/** A word or a name as programs have it: letters, and a digit or two. */
const LETTERS = /^(?!(?:\D*\d){3})[A-Za-z_$][\w$-]*$/;
/** The name of a variable or of a header that holds the secret, a colour, a set of characters, an expression. */
const NAMES_ONE =
  /^(?:[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:KEY|TOKEN|SECRET|PASSWORD)|x-[a-z0-9-]+|#[0-9a-f]{3,8}|\[.*\].*)$|^X-(?:[A-Za-z0-9]+-)*[A-Za-z0-9]+$|\?\?|\?\./;
const DOTTED = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;

export const assignment: Detector = {
  id: 'assignment',
  summary:
    'A name with api_key, secret, token or password in it, then `:` or `=`, then a value that is no placeholder.',
  version: 1,
  anchors: ANCHORS,
  match(text, at) {
    const name = matchAt(WORD, text, at);
    if (name === null || isOtherWord(name[1]!, name[2]!) || ABOUT.test(name[2]!)) return undefined;
    const separator = matchAt(SEPARATOR, text, at + name[0].length);
    if (separator === null) return undefined;
    const from = at + name[0].length + separator[0].length;
    const word = name[1]!.toLowerCase();
    return quotedValue(text, from, word) ?? bareValue(text, at, from, separator);
  },
  positives: [
    ['api_key = "', 'h7Q2zLm9"'],
    ['{"password": "', 'h7Q2zLm9"}'],
    ['{\\"password\\": \\"', 'h7Q2zLm9\\"}'],
    ['API_KEY=', 'CANARY_WORD_DO_NOT_SEND'],
    ['export DB_PASSWORD=', 'h7Q2zLm9'],
    ['password: ', 'swordfish'],
    ['  password: ', 'hunter2\n'],
    ['TOKEN=', 'Zk3vQ9mT2xW7\n'],
    ["secret: '", "horse-battery'"],
    ['token := `', 'h7Q2zLm9`'],
    ['https://a.test/?token=', 'h7Q2zLm9'],
    ['aws_secret_access_key = ', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYz9'],
    ['const clientSecret = "', 'h7Q2zLm9"'],
    ['config["password"] = "', 'h7Q2zLm9"'],
  ],
  nearMisses: [
    ['a token is what the token bucket gives'],
    ['password =\n'],
    ['password = ""'],
    ["password: ''\n"],
    ['secret:\n  - a\n'],
    ['token: $', '{{ secrets.GITHUB_TOKEN }}'],
    ['password=$', '{DB_PASSWORD}'],
    ['password=$DB_PASSWORD'],
    ['token = <your token>'],
    ['password: "{{ vault }}"'],
    ['api_key = "changeme"'],
    ['password: ********'],
    ['api_key: ...'],
    ['password: string;'],
    ['token?: Token'],
    ['const token = getToken()'],
    ['secret = process.env.SECRET'],
    ['if (token == other1)'],
    ['"js-tokens": "^4.0.0"'],
    ['"tokenizer": "abc123def"'],
    ['secrets: inherit'],
    ['id-token: write'],
    ['max_tokens: 4096'],
    ['secretName: my-app-tls1'],
    ['token_url: "https://a.test/oauth2"'],
    ['password: "Enter your password"'],
    ['The secret: always test first'],
    ['{ type: "password", name: "p4ssw0rd" }'],
    ['password: ENC[AES256_GCM,data:Zm9v,iv:YmFy]'],
    ['token: "keyword.control"'],
    ['case "token": return value1'],
    ['take(token: Uint8Array): void'],
    ['token = tokens2[0]'],
    ['refresh_token: refreshToken\n'],
    ['const next = token ? token : anchor2 ?? token'],
    ['ENV_SECRET = "AWS_SECRET_ACCESS_KEY"'],
    ['TOKEN_PARAM = "X-Amz-Security-Token"'],
    ['TOKEN_CHARACTERS = "[A-Za-z0-9._~+/-]+=*"'],
    ['--debugTokenExpression-value:#6c6c6ccc;'],
  ],
};

/** `tokens`, `tokenize`, `Secretary`: the word goes on, so it is another word. `tokenValue` and `token_value` are not. */
function isOtherWord(word: string, rest: string): boolean {
  const last = word[word.length - 1]!;
  return last === last.toLowerCase() ? /^[a-z]/.test(rest) : /^[A-Z]/.test(rest);
}

function quotedValue(text: string, from: number, word: string): Hit | undefined {
  const quoted = matchAt(QUOTED, text, from);
  if (quoted === null) return undefined;
  const value = quoted[2]!;
  const start = from + quoted[0].indexOf(quoted[1]!) + 1;
  const short = value.length < (LETTERS.test(value) ? 6 : 4);
  // A sentence is a label; one lower-case word after `token` names a kind of token.
  const words = /\s/.test(value) || DOTTED.test(value) || (word === 'token' && /^[a-z]+$/.test(value));
  return short || words || isUnlikely(value) ? undefined : { start, end: start + value.length, value };
}

function bareValue(text: string, at: number, from: number, separator: RegExpExecArray): Hit | undefined {
  const value = matchAt(BARE, text, from)?.[0] ?? '';
  const end = from + value.length;
  // A bracket or a dot next: this is code that fetches the value.
  if (value.length < 6 || /[([{<]/.test(text[end] ?? '') || DOTTED.test(value) || isUnlikely(value))
    return undefined;
  if (LETTERS.test(value) && !standsAlone(text, at, end, separator)) return undefined;
  return { start: from, end, value };
}

function isUnlikely(value: string): boolean {
  if (NAMES_ONE.test(value)) return true;
  return isPlaceholder(value) || /^[a-z][a-z0-9+.-]*:\/\/[^@]*$/i.test(value) || /^\d{1,5}$/.test(value);
}

/** A bare word is a value only where nothing else is on the line: `NAME=word`, or `name: word` as in YAML. */
function standsAlone(text: string, at: number, end: number, separator: RegExpExecArray): boolean {
  if (!/^(?:\r?\n|$)/.test(text.slice(end, end + 2)) && !/\s/.test(text[end] ?? '')) return false;
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (separator[2] === '=')
    return separator[1] === '' && separator[3] === '' && /(?:^|[\s"'])[\w.-]*$/.test(line);
  // `token: refreshToken` passes a variable on.
  if (/[a-z][A-Z]/.test(text.slice(at, end).replace(/^[^:]*:/, ''))) return false;
  return /^(?:\r?\n|$)/.test(text.slice(end, end + 2)) && /^[ \t]*(?:- )?["']?[\w.-]*$/.test(line);
}
