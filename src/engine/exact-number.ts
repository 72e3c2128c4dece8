/** Can this decimal number be kept exactly, so that two different texts never become one value? */

/** The most digits that a double gives back unchanged, whatever they are. */
const SAFE_DIGITS = 15;

/**
 * True when reading `token` (a JSON number, RFC 8259 section 6) as a double and printing it again gives the same
 * decimal value. `1.0` and `1e3` are exact; `9007199254740993`, `1e400`, `1e-400` and `0.10000000000000001` are not.
 */
export function isExactNumber(token: string): boolean {
  const number = Number(token);
  if (!Number.isFinite(number)) return false;
  const canonical = String(number);
  if (canonical === token) return true;
  if (token.length <= SAFE_DIGITS && !/[eE]/.test(token)) return true;
  return decimalForm(token) === decimalForm(canonical);
}

/** Digits without zeros at either end, and the power of ten behind them: equal exactly when the values are. */
function decimalForm(token: string): string {
  const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[-+]/, '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return '0';
  const significant = trimZerosAtEnd(digits);
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${mantissa.startsWith('-') ? '-' : ''}${significant}e${power}`;
}

/** By hand: `/0+$/` takes quadratic time on long runs of zeros. */
function trimZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return digits.slice(0, end);
}
