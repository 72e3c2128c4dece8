/** The formats that are checked. Any other is refused in a rule: an unchecked format reads like a promise. */
import { linearPattern } from './linear-pattern.ts';

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function expression(source: string): (text: string) => boolean {
  const compiled = linearPattern(source);
  return 'found' in compiled ? compiled.found : () => false;
}

const DATE = expression('^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$');
// RFC 3339 lets a leap second through; which minutes have one is not known here.
const TIME = expression(
  '^([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$',
);

const OCTET = expression('^(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])$');

function isDate(text: string): boolean {
  if (!DATE(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 && !isLeap ? 28 : (DAYS[month - 1] ?? 0));
}

/** By name: whether a text has that format (RFC 3339, RFC 4122, dotted decimals). */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: TIME,
  'date-time': (text) => isDate(text.slice(0, 10)) && /^[Tt]$/.test(text.charAt(10)) && TIME(text.slice(11)),
  uuid: expression('^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'),
  ipv4: (text) => text.split('.').length === 4 && text.split('.').every(OCTET),
};
