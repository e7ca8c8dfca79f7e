import { dateMentions } from '../text/date-mentions.js';

/** A time that a text names, resolved against the time of the message. */
export interface ResolvedTime {
  /** ISO 8601, at the start of its day, month or year. */
  from: string;
  /** The expression as written. */
  text: string;
  isFuture: boolean;
}

const DAY_MS = 86_400_000;

const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  couple: 2,
  few: 3,
  twelve: 12,
};
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const count =
  '(\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|(?:a )?couple(?: of)?|(?:a )?few)';
const unit = '(day|week|month|year)s?';
const weekday = `(${weekdays.join('|')})`;

interface Shape {
  pattern: RegExp;
  resolve(reference: Date, groups: readonly (string | undefined)[]): Date | undefined;
}

const shapes: readonly Shape[] = [
  { pattern: /\bday before yesterday\b/i, resolve: (at) => addDays(at, -2) },
  { pattern: /\bday after tomorrow\b/i, resolve: (at) => addDays(at, 2) },
  { pattern: /\b(?:yesterday|last night)\b/i, resolve: (at) => addDays(at, -1) },
  {
    pattern: /\b(?:today|tonight|this (?:morning|afternoon|evening))\b/i,
    resolve: (at) => addDays(at, 0),
  },
  { pattern: /\btomorrow\b/i, resolve: (at) => addDays(at, 1) },
  {
    pattern: new RegExp(`\\b${count} ${unit} (?:ago|back|earlier)\\b`, 'i'),
    resolve: (at, [amount = '', each = '']) => addUnits(at, -numberOf(amount), each),
  },
  {
    pattern: new RegExp(`\\b(?:in|within) ${count} ${unit}(?: time)?\\b`, 'i'),
    resolve: (at, [amount = '', each = '']) => addUnits(at, numberOf(amount), each),
  },
  {
    pattern:
      /\b(last|past|previous|next|this|coming) (week|weekend|month|year|spring|summer|autumn|fall|winter)\b/i,
    resolve: (at, [which = '', each = '']) =>
      relativePeriod(at, which.toLowerCase(), each.toLowerCase()),
  },
  {
    pattern: new RegExp(`\\b(?:(last|this|next|this past|this coming) )${weekday}\\b`, 'i'),
    resolve: (at, [which = '', name = '']) =>
      relativeWeekday(at, which.toLowerCase(), name.toLowerCase()),
  },
];

/** The first time named in a text, in English or as a date; `undefined` if there is none. */
export function resolveTime(text: string, reference: string): ResolvedTime | undefined {
  const at = new Date(reference);
  if (Number.isNaN(at.getTime())) return undefined;
  for (const { pattern, resolve } of shapes) {
    const match = pattern.exec(text);
    const date = match === null ? undefined : resolve(at, match.slice(1));
    if (match !== null && date !== undefined && isWritable(date)) return toTime(date, at, match[0]);
  }
  const [mention] = dateMentions(text);
  if (mention === undefined) return undefined;
  const year = mention.year ?? yearOf(at, mention.month ?? 1);
  const date = new Date(Date.UTC(year, (mention.month ?? 1) - 1, mention.day ?? 1));
  return isWritable(date) ? toTime(date, at, '') : undefined;
}

/** Years of four digits: times are compared as texts. */
function isWritable(date: Date): boolean {
  return date.getUTCFullYear() >= 0 && date.getUTCFullYear() <= 9999;
}

/** The year of a month named without one: the most recent such month, or a near future one. */
function yearOf(at: Date, month: number): number {
  const distance = month - 1 - at.getUTCMonth();
  return at.getUTCFullYear() + (distance > 5 ? -1 : distance < -8 ? 1 : 0);
}

function toTime(date: Date, at: Date, text: string): ResolvedTime {
  const from = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
  return { from: from.toISOString(), text, isFuture: from.getTime() > at.getTime() };
}

function numberOf(text: string): number {
  const word = text
    .toLowerCase()
    .replace(/^a (?=couple|few)/, '')
    .replace(/ of$/, '');
  return numbers[word] ?? Math.min(Number(text), 10_000);
}

function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

function addUnits(at: Date, amount: number, each: string): Date {
  const unitName = each.toLowerCase();
  if (unitName === 'day') return addDays(at, amount);
  if (unitName === 'week') return addDays(at, 7 * amount);
  const months = unitName === 'month' ? amount : 12 * amount;
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, at.getUTCDate()));
}

function relativePeriod(at: Date, which: string, each: string): Date {
  const step = which === 'next' || which === 'coming' ? 1 : which === 'this' ? 0 : -1;
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  if (each === 'week') return addDays(at, 7 * step - ((at.getUTCDay() + 6) % 7));
  if (each === 'weekend') {
    const saturday = 6 - at.getUTCDay();
    return addDays(
      at,
      step < 0 ? saturday - 7 : step > 0 && saturday < 2 ? saturday + 7 : saturday,
    );
  }
  if (each === 'month') return new Date(Date.UTC(year, month + step, 1));
  if (each === 'year') return new Date(Date.UTC(year + step, 0, 1));
  const start = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 }[each] ?? 0;
  const inYear = step > 0 && month < start ? year : step < 0 && month > start ? year : year + step;
  return new Date(Date.UTC(inYear, start, 1));
}

function relativeWeekday(at: Date, which: string, name: string): Date {
  const distance = weekdays.indexOf(name) - at.getUTCDay();
  if (which.startsWith('last') || which === 'this past') {
    return addDays(at, distance < 0 ? distance : distance - 7);
  }
  return addDays(at, distance > 0 ? distance : distance + 7);
}
